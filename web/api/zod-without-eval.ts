/**
 * zod 4 tries `eval` to build faster parsers. Our content security policy forbids it and reports each attempt. Import
 * this before any module that builds a schema. zod shares its settings as a global, and importing its own function for
 * them would add zod to the first page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
