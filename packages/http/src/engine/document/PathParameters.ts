/**
 * The parameters that the paths of several resources have: such a parameter means the same in all of them. Others are
 * described where they are declared.
 */

/** The descriptions of the parameters of paths, by name. */
export const pathParameters: Readonly<Record<string, string>> = {
  changeRequestId: "The id of the change request, or its number in the space.",
  collectionId: "The id of a collection that the caller can see.",
  fileId: "The id of the file, which is the same in every revision.",
  organizationId: "The id of an organization, which the caller is normally a member of.",
  pageId: "The id of the page, which is the same in every revision, through renames and moves.",
  siteId: "The id of a site of the organization.",
  spaceId: "The id of a space that the caller can read.",
  teamId: "The id of a team of the organization.",
  userId: "The id of the user, which is also the id of the member."
}
