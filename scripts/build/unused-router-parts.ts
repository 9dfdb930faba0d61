/**
 * Drops the router's unused components, such as `NavLink` and `Form`, which are in the same module as the parts we use.
 * Each sets a name for React's developer tools. The bundler counts that as a use, which would make the first script 105
 * KiB instead of 101.
 */
import type { Plugin } from "vite";

const DISPLAY_NAMES = /^\w+\.displayName = "[^"]*";$/gm;
/** Calls without side effects, which can be dropped if the result isn't used. */
const REACT_CALLS = /(?<== )(?=React\$?\d*\.(?:createContext|createElement|forwardRef|memo)\()/g;

export const unusedRouterParts: Plugin = {
  name: "unused-router-parts",
  apply: "build",
  transform: {
    filter: { id: /\/node_modules\/react-router\/dist\/production\/lib\// },
    handler: (code) => ({
      code: code.replaceAll(DISPLAY_NAMES, "").replaceAll(REACT_CALLS, "/* @__PURE__ */ "),
      map: null,
    }),
  },
};
