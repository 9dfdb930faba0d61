export function Header() {
  return <header className="fixed inset-x-0 top-0 z-40 h-16 border-b border-line bg-canvas" />;
}
