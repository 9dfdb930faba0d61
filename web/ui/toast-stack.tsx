import "react-toastify/ReactToastify.css";
import { useEffect } from "react";
import { Slide, ToastContainer } from "react-toastify/unstyled";

const AUTO_CLOSE_MS = 5_000;

/** `onMounted` is called once toasts can be shown. */
export default function ToastStack({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted]);
  return (
    // No `limit`: toasts in its queue cannot be dismissed, and a result would wait behind old notices.
    <ToastContainer position="top-right" autoClose={AUTO_CLOSE_MS} transition={Slide} newestOnTop hideProgressBar />
  );
}
