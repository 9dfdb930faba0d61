/**
 * zod 4 tries `eval` to build faster parsers; our content security policy forbids it and reports each attempt. Import
 * this before any module that builds a schema.
 */
import { config } from "zod/v4/core";

config({ jitless: true });
