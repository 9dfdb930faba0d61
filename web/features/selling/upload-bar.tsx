import { Progress } from "../../ui/progress.tsx";

/** How much of the pictures is sent; then the server still has to look at them. */
export function UploadBar({ share }: { share: number }) {
  return <Progress label={share < 1 ? "Uploading the pictures" : "Almost done"} share={share} />;
}
