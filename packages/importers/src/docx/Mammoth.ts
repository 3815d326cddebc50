/** The converter of Word documents. It is CommonJS, which a bundle can only import statically. */
export { default as mammoth } from "mammoth"
