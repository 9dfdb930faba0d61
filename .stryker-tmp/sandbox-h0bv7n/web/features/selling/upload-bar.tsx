// @ts-nocheck
import { Progress } from "../../ui/progress.tsx";

/** How much of the picture is sent; then the server still has to look at it. */
export function UploadBar({ share }: { share: number }) {
  return <Progress label={share < 1 ? "Uploading the picture" : "Almost done"} share={share} />;
}
