// @ts-nocheck
import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: "./worker/catalogue/schema.ts",
  out: "./migrations",
  casing: "snake_case",
});
