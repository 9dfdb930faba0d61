/** Draws the API's page: Swagger UI (scripts/pages/api-page.ts) with the document of this site. */
const dark = matchMedia("(prefers-color-scheme: dark)");
const followScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followScheme);
followScheme();

const hidden = () => () => null;

globalThis.SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { activated: false },
  // Otherwise the page asks another site whether the document is valid.
  validatorUrl: null,
  plugins: [
    ({ React }) => ({
      wrapComponents: {
        // Calls carry the browser's session, because the page couldn't set its cookie.
        authorizeBtn: hidden,
        authorizeOperationBtn: hidden,
        // There is one server, this site.
        ServersContainer: hidden,
        // A link in the button that opens its call would be a second target in the first.
        DeepLink:
          () =>
          ({ text }) =>
            React.createElement("span", null, text),
        // Puts only the calls in a landmark, and makes their groups headings of level three.
        InfoContainer: (Info) => (props) =>
          React.createElement(
            "section",
            { "aria-label": "About the API" },
            React.createElement(Info, props),
            React.createElement("h2", null, "Calls"),
          ),
      },
    }),
  ],
});
