import { AboutFeatures } from "../features/landing/about-features.tsx";
import { AboutHero } from "../features/landing/about-hero.tsx";
import { AboutMaking } from "../features/landing/about-making.tsx";
import { usePageTitle } from "../ui/page-title.ts";
import { SiteFooter } from "../ui/site-footer.tsx";

export default function AboutPage() {
  usePageTitle("About");
  return (
    <>
      <AboutHero />
      <AboutFeatures />
      <AboutMaking />
      <div className="border-t border-line">
        <SiteFooter />
      </div>
    </>
  );
}
