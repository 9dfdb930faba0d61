/** Rounds up, so 121 seconds are "3 minutes". */
export function durationInWords(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 7_200
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3_600), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
