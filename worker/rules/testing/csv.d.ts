/** A file as text, as Vite imports it. */
declare module "*.csv?raw" {
  const text: string;
  export default text;
}
