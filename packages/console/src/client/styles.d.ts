/** Styles are bundled. */
declare module "*.css" {}
