/**
 * To build faster parsers, zod 4 tries `eval`, which our content security policy forbids and reports. Import this
 * before any module that builds a schema. It sets zod's global directly, because importing zod's own function would add
 * zod to the first page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
