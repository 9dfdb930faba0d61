/**
 * The rules of robots.txt. A search engine that runs scripts needs what public pages load, and a link preview needs the
 * images. Each rule matches the beginnings of URLs, so that everything an item's page loads is allowed. Anything there
 * that only signed-in people can read returns 401. `Allow` comes first, because older crawlers follow the first rule
 * that matches.
 */
export const ROBOTS = `User-agent: *
Allow: /api/v1/images/
Allow: /api/v1/settings
Allow: /api/v1/counts
Allow: /api/v1/auction/
Allow: /api/v1/seller/
Disallow: /api/
Disallow: /dashboard
`;
