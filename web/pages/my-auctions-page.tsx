export default function MyAuctionsPage() {
  return null;
}
