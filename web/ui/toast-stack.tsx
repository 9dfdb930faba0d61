import "react-toastify/ReactToastify.css";
import { useEffect } from "react";
import { type Id, Slide, toast, ToastContainer } from "react-toastify/unstyled";

import { AUTO_CLOSE_MS, READ_MS } from "./toast-times.ts";

/** `onMounted` is called once toasts can be shown. */
export default function ToastStack({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  useEffect(dismissOnPress, []);
  return (
    // No `limit`: toasts in its queue cannot be dismissed, and a result would wait behind old notices.
    <ToastContainer
      position="top-right"
      autoClose={AUTO_CLOSE_MS}
      transition={Slide}
      newestOnTop
      hideProgressBar
      closeOnClick
    />
  );
}

/** Dismisses toasts at a press elsewhere, except failures. Returns the function that stops it. */
function dismissOnPress(): () => void {
  const shownAt = new Map<Id, number>();
  const stop = toast.onChange(({ id, status, type = "default" }) => {
    if (status === "removed" || type === "error" || type === "default") shownAt.delete(id);
    else shownAt.set(id, performance.now());
  });
  const press = ({ target }: Event) => {
    if (target instanceof Element && target.closest(".Toastify")) return;
    for (const [id, at] of shownAt) if (performance.now() - at >= READ_MS) toast.dismiss(id);
  };
  addEventListener("pointerdown", press);
  return () => {
    stop();
    removeEventListener("pointerdown", press);
  };
}
