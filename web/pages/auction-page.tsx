export default function AuctionPage() {
  return null;
}
