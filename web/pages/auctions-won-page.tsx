export default function AuctionsWonPage() {
  return null;
}
