// @ts-nocheck
export default function AboutPage() {
  return null;
}
