import { AboutFeatures } from "../features/landing/about-features.tsx";
import { AboutHero } from "../features/landing/about-hero.tsx";
import { AboutMaking } from "../features/landing/about-making.tsx";
import { usePageTitle } from "../ui/page-title.ts";

export default function AboutPage() {
  usePageTitle("About");
  return (
    <>
      <AboutHero />
      <AboutFeatures />
      <AboutMaking />
    </>
  );
}
