/**
 * The router's `NavLink`, `Form` and others are in its one module with what we use of it, and each gets a name for React's
 * developer tools. For the bundler that is a use of them: they would be a fiftieth of the first script.
 */
import type { Plugin } from "vite";

const NAMED = /^\w+\.displayName = "[^"]*";$/gm;
/** Calls that only make something, which is not needed where nobody uses it. */
const MADE = /(?<== )(?=React\$?\d*\.(?:createContext|createElement|forwardRef|memo)\()/g;

export const unusedRouterParts: Plugin = {
  name: "unused-router-parts",
  apply: "build",
  transform: {
    filter: { id: /\/node_modules\/react-router\/dist\/production\/lib\// },
    handler: (code) => ({ code: code.replaceAll(NAMED, "").replaceAll(MADE, "/* @__PURE__ */ "), map: null }),
  },
};
