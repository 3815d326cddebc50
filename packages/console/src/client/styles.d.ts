/** Styles are bundled, or are a text where they are asked for as one. */
declare module "*.css" {
  const text: string
  export default text
}
