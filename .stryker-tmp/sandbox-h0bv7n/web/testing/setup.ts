/** Matchers for markup, and an empty page after each test. */
// @ts-nocheck

import "@testing-library/jest-dom/vitest";
import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

afterEach(cleanup);
