/**
 * zod 4 tries `eval` to build faster parsers; our content security policy forbids it and reports each try. This must
 * be imported before any module that builds a schema.
 */
// @ts-nocheck

import { config } from "zod/v4/core";

config({ jitless: true });
