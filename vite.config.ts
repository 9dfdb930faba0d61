import path from "node:path";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = import.meta.dirname;

export default defineConfig({
  root: path.join(here, "web"),
  plugins: [react(), tailwindcss()],
  build: { outDir: path.join(here, "dist"), emptyOutDir: true },
  server: { port: 5173, strictPort: true, proxy: { "/api/v1": { target: "http://127.0.0.1:8787", ws: true } } },
});
