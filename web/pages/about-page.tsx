import { AboutFeatures } from "../features/about/about-features.tsx";
import { AboutHero } from "../features/about/about-hero.tsx";
import { AboutTechnology } from "../features/about/about-technology.tsx";

export default function AboutPage() {
  return (
    <>
      <AboutHero />
      <AboutFeatures />
      <AboutTechnology />
    </>
  );
}
