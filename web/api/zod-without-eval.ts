/**
 * zod 4 tries `eval` to build faster parsers; our content security policy forbids it and reports each attempt. Import
 * this before any module that builds a schema. zod shares its settings as a global: importing its own function for them
 * would bring zod onto the first page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
