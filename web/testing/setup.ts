/** Adds matchers for markup, and empties the page after each test. */
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

/** Generous, because a busy machine is slow and that must not fail a test. */
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);
