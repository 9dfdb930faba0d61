export default function MyProfilePage() {
  return null;
}
