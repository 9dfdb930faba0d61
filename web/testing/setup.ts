/** Matchers for markup, and an empty page after each test. */
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

/** Nothing here takes long, but a machine that does much else is slow, and that is no failure. */
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);
