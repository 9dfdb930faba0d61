// @ts-nocheck
export function OrLine() {
  return (
    <div aria-hidden className="my-6 flex items-center gap-4 text-xs text-muted uppercase">
      <span className="h-px grow bg-line" />
      or
      <span className="h-px grow bg-line" />
    </div>
  );
}
