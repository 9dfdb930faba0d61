/** Renders this site's API reference with Swagger UI (scripts/build/api-page.ts). */
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
  // Otherwise the page sends the document to another site to validate it.
  validatorUrl: null,
  plugins: [
    ({ React }) => ({
      wrapComponents: {
        // Hidden, because calls use the browser's session cookie, which this page couldn't set.
        authorizeBtn: hidden,
        authorizeOperationBtn: hidden,
        // Hidden, because this site is the only server.
        ServersContainer: hidden,
        // A link inside the button that opens a call would be a nested tap target.
        DeepLink:
          () =>
          ({ text }) =>
            React.createElement("span", null, text),
        // Puts only the calls in a landmark, and makes their groups level 3 headings.
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
