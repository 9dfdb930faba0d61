// @ts-nocheck
import "./api/zod-without-eval.ts";
import "./styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";

import { queryClient } from "./api/query-client.ts";
import { reloadOnceWhenStale } from "./reload-when-stale.ts";
import { AppRoutes } from "./routes.tsx";
import { ToastHost } from "./ui/toast-host.tsx";

reloadOnceWhenStale();

const root = document.getElementById("root");
if (!root) throw new Error("the page has no #root");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
      <ToastHost />
    </QueryClientProvider>
  </StrictMode>,
);
