export default function CreateAuctionPage() {
  return null;
}
