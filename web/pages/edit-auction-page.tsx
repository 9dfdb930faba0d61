export default function EditAuctionPage() {
  return null;
}
