/** The operations of each group, with the status of success. */
export const groups = {
  organizations: {
    listOrganizationsForAuthenticatedUser: 200,
    getOrganizationById: 200,
    updateOrganizationById: 200,
    deleteOrganizationInviteById: 204,
    searchOrganizationContent: 200,
    getOrganizationsForEmailDomain: 200
  },
  members: {
    listMembersInOrganizationById: 200,
    getMemberInOrganizationById: 200,
    removeMemberFromOrganizationById: 204,
    updateMemberInOrganizationById: 200,
    updateOrganizationMemberLastSeenAt: 200,
    setUserAsSSOMemberForOrganization: 200,
    listSpacesForOrganizationMember: 200,
    listTeamsForOrganizationMember: 200
  },
  teams: {
    listTeamsInOrganizationById: 200,
    createOrganizationTeam: 201,
    getTeamInOrganizationById: 200,
    updateTeamInOrganizationById: 200,
    removeTeamFromOrganizationById: 204,
    listTeamMembersInOrganizationById: 200,
    updateMembersInOrganizationTeam: 204,
    addMemberToOrganizationTeamById: 204,
    deleteMemberFromOrganizationTeamById: 204
  },
  saml: {
    listSAMLProvidersInOrganizationById: 200,
    createOrganizationSAMLProvider: 201,
    getOrganizationSAMLProviderById: 200,
    updateOrganizationSAMLProvider: 200,
    deleteOrganizationSAMLProvider: 204,
    listSSOProviderLoginsInOrganization: 200
  },
  translations: {
    listTranslations: 200,
    createTranslation: 201,
    getTranslation: 200,
    updateTranslation: 200,
    deleteTranslation: 204
  },
  "openapi-specs": {
    listOpenAPISpecs: 200,
    createOpenAPISpec: 201,
    getOpenAPISpecBySlug: 200,
    createOrUpdateOpenAPISpecBySlug: 200,
    deleteOpenAPISpecBySlug: 204,
    updateOpenAPISpecBySlug: 200,
    listOpenAPISpecVersions: 200,
    getLatestOpenAPISpecVersion: 200,
    getLatestOpenAPISpecVersionContent: 200,
    getOpenAPISpecVersionById: 200,
    getOpenAPISpecVersionContentById: 200
  },
  collections: {
    listCollectionsInOrganizationById: 200,
    createCollection: 201,
    getCollectionById: 200,
    updateCollectionById: 200,
    deleteCollectionById: 204,
    listSpacesInCollectionById: 200,
    moveCollection: 200,
    transferCollection: 200
  },
  spaces: {
    getSpaceById: 200,
    updateSpaceById: 200,
    deleteSpaceById: 204,
    duplicateSpace: 201,
    restoreSpace: 200,
    moveSpace: 200,
    transferSpace: 200
  },
  "space-comments": {
    listCommentsInSpace: 200,
    postCommentInSpace: 200,
    getCommentInSpace: 200,
    updateCommentInSpace: 200,
    deleteCommentInSpace: 204,
    listCommentRepliesInSpace: 200,
    postCommentReplyInSpace: 200,
    getCommentReplyInSpace: 200,
    updateCommentReplyInSpace: 200,
    deleteCommentReplyInSpace: 204,
    listCommentersInSpace: 200
  },
  sites: {
    listSites: 200,
    createSite: 201,
    getSiteById: 200,
    deleteSiteById: 204,
    updateSiteById: 200,
    getSiteAdaptiveSchema: 200,
    updateSiteAdaptiveSchema: 200,
    listSiteAdaptiveTemplateConditions: 200,
    getPublishedContentSite: 200
  },
  "site-spaces": {
    listSiteSpaces: 200,
    addSpaceToSite: 201,
    deleteSiteSpaceById: 204,
    updateSiteSpaceById: 200,
    moveSiteSpace: 200
  },
  "site-sections": {
    listSiteSections: 200,
    addSectionToSite: 201,
    deleteSiteSectionById: 204,
    updateSiteSectionById: 200,
    moveSiteSection: 200,
    listSiteSectionGroups: 200,
    addSectionGroupToSite: 201,
    deleteSiteSectionGroupById: 204,
    updateSiteSectionGroupById: 200,
    addSectionToGroup: 201,
    removeSectionFromGroup: 204,
    moveSiteSectionGroup: 200
  },
  "share-links": {
    listSiteShareLinks: 200,
    createSiteShareLink: 201,
    deleteSiteShareLinkById: 204,
    updateSiteShareLinkById: 200
  }
} satisfies Readonly<Record<string, Readonly<Record<string, number>>>>
