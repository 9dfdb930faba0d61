import "react-toastify/ReactToastify.css";
import { useEffect } from "react";
import { type Id, Slide, toast, ToastContainer } from "react-toastify/unstyled";

import { AUTO_CLOSE_MS, PAGE_CHANGED, TOAST_READ_MS } from "./toast-times.ts";

/**
 * The action that leaves a page, such as signing in, may turn a failure toast into a success. That takes a few frames,
 * so wait before dismissing.
 */
const DISMISS_DELAY_MS = 250;

/** `onMounted` is called once toasts can be shown. */
export default function ToastStack({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  useEffect(dismissEarly, []);
  return (
    // No `limit`, because toasts in the library's queue can't be dismissed, and a result would wait behind old notices.
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

/** Dismisses toasts on a tap elsewhere, and failures along with their page. Returns a function that stops this. */
function dismissEarly(): () => void {
  const shownAt = new Map<Id, number>();
  const failures = new Set<Id>();
  const stop = toast.onChange(({ id, status, type = "default" }) => {
    if (status === "removed" || type === "error" || type === "default") shownAt.delete(id);
    else shownAt.set(id, performance.now());
    if (status !== "removed" && type === "error") failures.add(id);
    else failures.delete(id);
  });
  const press = ({ target }: Event) => {
    if (target instanceof Element && target.closest(".Toastify")) return;
    for (const [id, at] of shownAt) if (performance.now() - at >= TOAST_READ_MS) toast.dismiss(id);
  };
  const leave = () => {
    const failuresOnPage = Array.from(failures);
    setTimeout(() => {
      for (const id of failuresOnPage) if (failures.has(id)) toast.dismiss(id);
    }, DISMISS_DELAY_MS);
  };
  addEventListener("pointerdown", press);
  addEventListener(PAGE_CHANGED, leave);
  return () => {
    stop();
    removeEventListener(PAGE_CHANGED, leave);
    removeEventListener("pointerdown", press);
  };
}
