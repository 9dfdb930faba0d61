import { AboutFeatures } from "../features/landing/about-features.tsx";
import { AboutHero } from "../features/landing/about-hero.tsx";
import { AboutTechnology } from "../features/landing/about-technology.tsx";

export default function AboutPage() {
  return (
    <>
      <AboutHero />
      <AboutFeatures />
      <AboutTechnology />
    </>
  );
}
