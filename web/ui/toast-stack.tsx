import "react-toastify/ReactToastify.css";
import { useEffect } from "react";
import { Slide, ToastContainer } from "react-toastify/unstyled";

import { toastContainerReady } from "./toast.ts";

const AUTO_CLOSE_MS = 5_000;

export default function ToastStack() {
  useEffect(toastContainerReady, []);
  return (
    // No `limit`: toasts in its queue cannot be dismissed, and a result would wait behind old notices.
    <ToastContainer position="top-right" autoClose={AUTO_CLOSE_MS} transition={Slide} newestOnTop hideProgressBar />
  );
}
