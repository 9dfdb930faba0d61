import "../api/zod-without-eval.ts";
import "../styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";

import { createClient } from "../api/query-client.ts";
import { followOtherTabs } from "../api/session.ts";
import { ToastHost } from "../ui/toast-host.tsx";
import { leaveReloadedLayers } from "./reload-layers.ts";
import { reloadOnceWhenStale } from "./reload-when-stale.ts";
import { tolerateReplacedNodes } from "./replaced-nodes.ts";
import { reportBrowserError, reportUncaughtErrors } from "./report-errors.ts";
import { AppRoutes } from "./routes.tsx";

reloadOnceWhenStale();
reportUncaughtErrors();
leaveReloadedLayers();
followOtherTabs();
// Before React renders, because React can't change text that was translated before this runs.
tolerateReplacedNodes();

const root = document.getElementById("root");
if (!root) throw new Error("the page has no #root");

// Logs a caught error to the console, which is React's default without this handler.
const onCaughtError = (error: unknown) => {
  console.error(error);
  reportBrowserError("render", error);
};

const client = createClient();
const app = createRoot(root, { onCaughtError });
// In a transition, React yields between components when the browser has other work, such as a tap.
startTransition(() => {
  app.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
        <ToastHost />
      </QueryClientProvider>
    </StrictMode>,
  );
});
