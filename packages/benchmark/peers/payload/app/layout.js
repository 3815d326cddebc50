/** Next needs a layout, though nothing but the API is served. */
export default function Layout({ children }) {
  return children
}
