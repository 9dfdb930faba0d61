import { AboutFeatures } from "../features/landing/about-features.tsx";
import { AboutHero } from "../features/landing/about-hero.tsx";
import { AboutMaking } from "../features/landing/about-making.tsx";

export default function AboutPage() {
  return (
    <>
      <AboutHero />
      <AboutFeatures />
      <AboutMaking />
    </>
  );
}
