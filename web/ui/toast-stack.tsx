import "react-toastify/ReactToastify.css";
import { Slide, ToastContainer } from "react-toastify/unstyled";

const AUTO_CLOSE_MS = 5_000;

export default function ToastStack() {
  return (
    <ToastContainer
      position="top-right"
      autoClose={AUTO_CLOSE_MS}
      transition={Slide}
      newestOnTop
      hideProgressBar
      limit={4}
    />
  );
}
