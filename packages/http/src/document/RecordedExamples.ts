/** What the server answered: written by `npm run openapi`, compared with the server by a test. */
import type { Recorded } from "./Examples.js"

/** The examples of the document. */
export const recorded: Recorded = {
  "operations": {
    "listApiTokens": {
      "path": "/v1/user/tokens",
      "status": 200,
      "answer": {
        "count": 4,
        "items": [
          {
            "object": "api-token",
            "id": "06g4xr9s0g0000000000000002",
            "label": "test",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "scopes": [
              "read",
              "write",
              "admin"
            ]
          },
          {
            "object": "api-token",
            "id": "06g4xr9s0g000000000000000a",
            "label": "Laptop",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "scopes": [
              "read",
              "write",
              "admin"
            ]
          },
          {
            "object": "api-token",
            "id": "06g4xr9s0g000000000000000b",
            "label": "Reading",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "scopes": [
              "read"
            ]
          },
          {
            "object": "api-token",
            "id": "06g4xr9s0g000000000000000c",
            "label": "fixed",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "scopes": [
              "read",
              "write",
              "admin"
            ]
          }
        ]
      }
    },
    "createApiToken": {
      "path": "/v1/user/tokens",
      "body": {
        "label": "Deployment",
        "scopes": [
          "read",
          "write"
        ],
        "expires": "2100-01-01T00:00:00Z"
      },
      "status": 201,
      "answer": {
        "token": "lct_LsQslWTqxjOuFPt6MHx5aZR6jPKnpTe6rs1ZndRudRg1Pt1FS",
        "apiToken": {
          "object": "api-token",
          "id": "06g4xr9s0g0000000000000023",
          "label": "Deployment",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "expiresAt": "2100-01-01T00:00:00.000Z",
          "scopes": [
            "read",
            "write"
          ]
        }
      }
    },
    "deleteApiToken": {
      "path": "/v1/user/tokens/06g4xr9s0g000000000000000a",
      "status": 204
    },
    "rotateApiToken": {
      "path": "/v1/user/tokens/06g4xr9s0g000000000000000a/rotate",
      "body": {
        "overlap": 3600
      },
      "status": 201,
      "answer": {
        "token": "lct_YSlA83sKnSDdpzGTQEODsOJqayYi1h0ibL6YW4R2utq1iDxLJ",
        "apiToken": {
          "object": "api-token",
          "id": "06g4xr9s0g0000000000000024",
          "label": "Laptop",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "scopes": [
            "read",
            "write",
            "admin"
          ]
        }
      }
    },
    "listOrganizationTokens": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/tokens",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "api-token",
            "id": "06g4xr9s0g000000000000000e",
            "label": "Exports",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "scopes": [
              "read"
            ],
            "organization": "06g4xr9s0g0000000000000009",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g000000000000000d",
              "displayName": "Exports",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g000000000000000d"
              }
            },
            "sso": false
          }
        ]
      }
    },
    "createOrganizationToken": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/tokens",
      "body": {
        "label": "Continuous integration",
        "scopes": [
          "write"
        ],
        "expires": "2100-01-01T00:00:00Z"
      },
      "status": 201,
      "answer": {
        "token": "lct_TTtVnIr7ucYBoCYknNB7ncbyoPeIhfjTtjnP1hyyWdP0ZU35B",
        "apiToken": {
          "object": "api-token",
          "id": "06g4xr9s0g0000000000000026",
          "label": "Continuous integration",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "expiresAt": "2100-01-01T00:00:00.000Z",
          "scopes": [
            "read",
            "write"
          ],
          "organization": "06g4xr9s0g0000000000000009",
          "user": {
            "object": "user",
            "id": "06g4xr9s0g0000000000000025",
            "displayName": "Continuous integration",
            "urls": {
              "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000025"
            }
          },
          "sso": false
        }
      }
    },
    "updateOrganizationToken": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/tokens/06g4xr9s0g000000000000000e",
      "body": {
        "label": "Deployment",
        "scopes": [
          "read"
        ]
      },
      "status": 200,
      "answer": {
        "object": "api-token",
        "id": "06g4xr9s0g000000000000000e",
        "label": "Deployment",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "scopes": [
          "read"
        ],
        "organization": "06g4xr9s0g0000000000000009",
        "user": {
          "object": "user",
          "id": "06g4xr9s0g000000000000000d",
          "displayName": "Deployment",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g000000000000000d"
          }
        },
        "sso": false
      }
    },
    "deleteOrganizationToken": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/tokens/06g4xr9s0g000000000000000e",
      "status": 204
    },
    "getAuthenticatedUser": {
      "path": "/v1/user",
      "status": 200,
      "answer": {
        "object": "user",
        "id": "06g4xr9s0g0000000000000001",
        "displayName": "ada",
        "email": "ada@example.com",
        "urls": {
          "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
        }
      }
    },
    "getUserById": {
      "path": "/v1/users/06g4xr9s0g0000000000000003",
      "status": 200,
      "answer": {
        "object": "user",
        "id": "06g4xr9s0g0000000000000003",
        "displayName": "rex",
        "email": "rex@example.com",
        "urls": {
          "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
        }
      }
    },
    "listOrganizationsForAuthenticatedUser": {
      "path": "/v1/orgs",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "organization",
            "title": "Example",
            "emailDomains": [
              "example.com"
            ],
            "id": "06g4xr9s0g0000000000000009",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "type": "business",
            "defaultRole": "read",
            "inviteLinks": true,
            "plan": "free_2024",
            "sso": false,
            "ai": false,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
            },
            "trial": {
              "status": "notapplicable"
            },
            "internal_isOnNewTrial": true,
            "permissions": {
              "view": true,
              "admin": true,
              "ownTeam": false,
              "createContent": true,
              "createOpenAPISpec": true,
              "ingestConversations": false,
              "viewBilling": true,
              "listMembers": true,
              "listTeams": true,
              "listIntegrations": false
            }
          }
        ]
      }
    },
    "createOrganization": {
      "path": "/v1/orgs",
      "body": {
        "title": "Made"
      },
      "status": 201,
      "answer": {
        "object": "organization",
        "title": "Made",
        "id": "06g4xr9s0g0000000000000027",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "emailDomains": [],
        "type": "business",
        "defaultRole": "read",
        "inviteLinks": true,
        "plan": "free_2024",
        "sso": false,
        "ai": false,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000027",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000027"
        },
        "trial": {
          "status": "notapplicable"
        },
        "internal_isOnNewTrial": true,
        "permissions": {
          "view": true,
          "admin": true,
          "ownTeam": false,
          "createContent": true,
          "createOpenAPISpec": true,
          "ingestConversations": false,
          "viewBilling": true,
          "listMembers": true,
          "listTeams": true,
          "listIntegrations": false
        }
      }
    },
    "getOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009",
      "status": 200,
      "answer": {
        "object": "organization",
        "title": "Example",
        "emailDomains": [
          "example.com"
        ],
        "id": "06g4xr9s0g0000000000000009",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "type": "business",
        "defaultRole": "read",
        "inviteLinks": true,
        "plan": "free_2024",
        "sso": false,
        "ai": false,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
        },
        "trial": {
          "status": "notapplicable"
        },
        "internal_isOnNewTrial": true,
        "permissions": {
          "view": true,
          "admin": true,
          "ownTeam": false,
          "createContent": true,
          "createOpenAPISpec": true,
          "ingestConversations": false,
          "viewBilling": true,
          "listMembers": true,
          "listTeams": true,
          "listIntegrations": false
        }
      }
    },
    "updateOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009",
      "body": {
        "title": "Renamed",
        "defaultRole": null
      },
      "status": 200,
      "answer": {
        "object": "organization",
        "title": "Renamed",
        "emailDomains": [
          "example.com"
        ],
        "id": "06g4xr9s0g0000000000000009",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "type": "business",
        "defaultRole": null,
        "inviteLinks": true,
        "plan": "free_2024",
        "sso": false,
        "ai": false,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
        },
        "trial": {
          "status": "notapplicable"
        },
        "internal_isOnNewTrial": true,
        "permissions": {
          "view": true,
          "admin": true,
          "ownTeam": false,
          "createContent": true,
          "createOpenAPISpec": true,
          "ingestConversations": false,
          "viewBilling": true,
          "listMembers": true,
          "listTeams": true,
          "listIntegrations": false
        }
      }
    },
    "searchOrganizationContent": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/search?query=install",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000000t",
            "title": "Main",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001p",
                "title": "Install",
                "path": "guide/install",
                "sections": [
                  {
                    "id": "06g4xr9s0g000000000000001p/0",
                    "title": "Install",
                    "path": "guide/install",
                    "body": "How to install it.",
                    "urls": {
                      "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
                    }
                  }
                ],
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
                }
              }
            ]
          }
        ]
      }
    },
    "getOrganizationsForEmailDomain": {
      "path": "/v1/email-domains/example.com/orgs",
      "status": 200,
      "answer": {
        "organizations": [
          {
            "object": "organization",
            "title": "Example",
            "emailDomains": [
              "example.com"
            ],
            "id": "06g4xr9s0g0000000000000009",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "type": "business",
            "defaultRole": "read",
            "inviteLinks": true,
            "plan": "free_2024",
            "sso": false,
            "ai": false,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
            },
            "trial": {
              "status": "notapplicable"
            },
            "internal_isOnNewTrial": true,
            "permissions": {
              "view": true,
              "admin": true,
              "ownTeam": false,
              "createContent": true,
              "createOpenAPISpec": true,
              "ingestConversations": false,
              "viewBilling": true,
              "listMembers": true,
              "listTeams": true,
              "listIntegrations": false
            }
          }
        ]
      }
    },
    "listMembersInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/members",
      "status": 200,
      "answer": {
        "count": 4,
        "items": [
          {
            "object": "member",
            "id": "06g4xr9s0g000000000000000d",
            "role": "read",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g000000000000000d",
              "displayName": "Exports",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g000000000000000d"
              }
            },
            "disabled": false,
            "joinedAt": "2026-01-31T09:00:00.000Z",
            "sso": false,
            "spaces": 3,
            "teams": 0
          },
          {
            "object": "member",
            "id": "06g4xr9s0g0000000000000005",
            "role": null,
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000005",
              "displayName": "gus",
              "email": "gus@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000005"
              }
            },
            "disabled": false,
            "joinedAt": "2026-01-31T09:00:00.000Z",
            "sso": false,
            "spaces": 0,
            "teams": 0
          },
          {
            "object": "member",
            "id": "06g4xr9s0g0000000000000003",
            "role": "read",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000003",
              "displayName": "rex",
              "email": "rex@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
              }
            },
            "disabled": false,
            "joinedAt": "2026-01-31T09:00:00.000Z",
            "sso": false,
            "spaces": 3,
            "teams": 1
          },
          {
            "object": "member",
            "id": "06g4xr9s0g0000000000000001",
            "role": "admin",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "disabled": false,
            "joinedAt": "2026-01-31T09:00:00.000Z",
            "sso": false,
            "spaces": 4,
            "teams": 0
          }
        ]
      }
    },
    "getMemberInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/members/06g4xr9s0g0000000000000003",
      "status": 200,
      "answer": {
        "object": "member",
        "id": "06g4xr9s0g0000000000000003",
        "role": "read",
        "user": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000003",
          "displayName": "rex",
          "email": "rex@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
          }
        },
        "disabled": false,
        "joinedAt": "2026-01-31T09:00:00.000Z",
        "sso": false,
        "spaces": 3,
        "teams": 1
      }
    },
    "updateMemberInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/members/06g4xr9s0g0000000000000003",
      "body": {
        "role": "edit"
      },
      "status": 200,
      "answer": {
        "object": "member",
        "id": "06g4xr9s0g0000000000000003",
        "role": "edit",
        "user": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000003",
          "displayName": "rex",
          "email": "rex@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
          }
        },
        "disabled": false,
        "joinedAt": "2026-01-31T09:00:00.000Z",
        "sso": false,
        "spaces": 3,
        "teams": 1
      }
    },
    "setUserAsSSOMemberForOrganization": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/members/06g4xr9s0g0000000000000003/sso",
      "status": 200,
      "answer": {
        "object": "member",
        "id": "06g4xr9s0g0000000000000003",
        "role": "read",
        "user": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000003",
          "displayName": "rex",
          "email": "rex@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
          }
        },
        "disabled": false,
        "joinedAt": "2026-01-31T09:00:00.000Z",
        "sso": true,
        "spaces": 3,
        "teams": 1
      }
    },
    "removeMemberFromOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/members/06g4xr9s0g0000000000000003",
      "status": 204
    },
    "updateOrganizationMemberLastSeenAt": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/ping",
      "status": 200,
      "answer": {
        "serviceVisitorClaims": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwNmc0eHI5czBnMDAwMDAwMDAwMDAwMDAwMSIsImVtYWlsIjoiYWRhQGV4YW1wbGUuY29tIiwibmFtZSI6ImFkYSIsIm9yZ2FuaXphdGlvbiI6IjA2ZzR4cjlzMGcwMDAwMDAwMDAwMDAwMDA5IiwiaWF0IjoxNzY5ODUwMDAwLCJleHAiOjE3Njk4NTM2MDB9.mNpm0zE4KZyZiZZ5Nd5U9lkuu8HIp0uXc2khUwmxXk0"
      }
    },
    "listSpacesForOrganizationMember": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/members/06g4xr9s0g0000000000000003/spaces",
      "status": 200,
      "answer": {
        "count": 3,
        "items": [
          {
            "permission": "read",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g0000000000000012",
              "title": "Locked",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "locked",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000013",
              "defaultLevel": "read",
              "comments": 0,
              "changeRequests": 0,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 0,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000012",
                "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000012"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            }
          },
          {
            "permission": "read",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000v",
              "title": "Second",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000010",
              "defaultLevel": "read",
              "comments": 0,
              "changeRequests": 0,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 0,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            }
          },
          {
            "permission": "read",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001q",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            }
          }
        ]
      }
    },
    "listCollectionsInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/collections",
      "status": 200,
      "answer": {
        "count": 3,
        "items": [
          {
            "object": "collection",
            "id": "06g4xr9s0g000000000000000g",
            "title": "Outer",
            "organization": "06g4xr9s0g0000000000000009",
            "defaultLevel": "read",
            "urls": {
              "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000g",
              "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000g"
            },
            "permissions": {
              "view": true,
              "admin": true,
              "viewInviteLinks": true,
              "create": true
            }
          },
          {
            "object": "collection",
            "id": "06g4xr9s0g000000000000000i",
            "title": "Shut",
            "organization": "06g4xr9s0g0000000000000009",
            "defaultLevel": null,
            "urls": {
              "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000i",
              "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000i"
            },
            "permissions": {
              "view": true,
              "admin": true,
              "viewInviteLinks": true,
              "create": true
            }
          },
          {
            "object": "collection",
            "id": "06g4xr9s0g000000000000000h",
            "title": "Inner",
            "organization": "06g4xr9s0g0000000000000009",
            "parent": "06g4xr9s0g000000000000000g",
            "defaultLevel": "read",
            "urls": {
              "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000h",
              "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000h"
            },
            "permissions": {
              "view": true,
              "admin": true,
              "viewInviteLinks": true,
              "create": true
            }
          }
        ]
      }
    },
    "createCollection": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/collections",
      "body": {
        "title": "Made",
        "parent": "06g4xr9s0g000000000000000g"
      },
      "status": 201,
      "answer": {
        "object": "collection",
        "id": "06g4xr9s0g0000000000000028",
        "title": "Made",
        "organization": "06g4xr9s0g0000000000000009",
        "parent": "06g4xr9s0g000000000000000g",
        "defaultLevel": "read",
        "urls": {
          "location": "http://lectern.test/v1/collections/06g4xr9s0g0000000000000028",
          "app": "http://lectern.test/app/c/06g4xr9s0g0000000000000028"
        },
        "permissions": {
          "view": true,
          "admin": true,
          "viewInviteLinks": true,
          "create": true
        }
      }
    },
    "getCollectionById": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g",
      "status": 200,
      "answer": {
        "object": "collection",
        "id": "06g4xr9s0g000000000000000g",
        "title": "Outer",
        "organization": "06g4xr9s0g0000000000000009",
        "defaultLevel": "read",
        "urls": {
          "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000g",
          "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000g"
        },
        "permissions": {
          "view": true,
          "admin": true,
          "viewInviteLinks": true,
          "create": true
        }
      }
    },
    "updateCollectionById": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g",
      "body": {
        "title": "Renamed",
        "description": "What is in it",
        "defaultLevel": "read"
      },
      "status": 200,
      "answer": {
        "object": "collection",
        "id": "06g4xr9s0g000000000000000g",
        "title": "Renamed",
        "description": "What is in it",
        "organization": "06g4xr9s0g0000000000000009",
        "defaultLevel": "read",
        "urls": {
          "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000g",
          "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000g"
        },
        "permissions": {
          "view": true,
          "admin": true,
          "viewInviteLinks": true,
          "create": true
        }
      }
    },
    "deleteCollectionById": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g",
      "status": 204
    },
    "listSpacesInCollectionById": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/spaces",
      "status": 200,
      "answer": {
        "count": 0,
        "items": []
      }
    },
    "moveCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000h/move",
      "body": {
        "parent": null
      },
      "status": 200,
      "answer": {
        "object": "collection",
        "id": "06g4xr9s0g000000000000000h",
        "title": "Inner",
        "organization": "06g4xr9s0g0000000000000009",
        "defaultLevel": "read",
        "urls": {
          "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000h",
          "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000h"
        },
        "permissions": {
          "view": true,
          "admin": true,
          "viewInviteLinks": true,
          "create": true
        }
      }
    },
    "listSpacesInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/spaces",
      "status": 200,
      "answer": {
        "count": 4,
        "items": [
          {
            "object": "space",
            "id": "06g4xr9s0g000000000000000t",
            "title": "Main",
            "emoji": "1f4d6",
            "visibility": "private",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "editMode": "live",
            "organization": "06g4xr9s0g0000000000000009",
            "revision": "06g4xr9s0g000000000000001q",
            "defaultLevel": "read",
            "comments": 1,
            "changeRequests": 1,
            "changeRequestsOpen": 0,
            "changeRequestsDraft": 1,
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
            },
            "permissions": {
              "view": true,
              "access": true,
              "admin": true,
              "viewInviteLinks": true,
              "edit": true,
              "triggerGitSync": false,
              "comment": true,
              "merge": true,
              "review": true
            }
          },
          {
            "object": "space",
            "id": "06g4xr9s0g000000000000000v",
            "title": "Second",
            "emoji": "1f4d6",
            "visibility": "private",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "editMode": "live",
            "organization": "06g4xr9s0g0000000000000009",
            "revision": "06g4xr9s0g0000000000000010",
            "defaultLevel": "read",
            "comments": 0,
            "changeRequests": 0,
            "changeRequestsOpen": 0,
            "changeRequestsDraft": 0,
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
            },
            "permissions": {
              "view": true,
              "access": true,
              "admin": true,
              "viewInviteLinks": true,
              "edit": true,
              "triggerGitSync": false,
              "comment": true,
              "merge": true,
              "review": true
            }
          },
          {
            "object": "space",
            "id": "06g4xr9s0g0000000000000012",
            "title": "Locked",
            "emoji": "1f4d6",
            "visibility": "private",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "editMode": "locked",
            "organization": "06g4xr9s0g0000000000000009",
            "revision": "06g4xr9s0g0000000000000013",
            "defaultLevel": "read",
            "comments": 0,
            "changeRequests": 0,
            "changeRequestsOpen": 0,
            "changeRequestsDraft": 0,
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000012",
              "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000012"
            },
            "permissions": {
              "view": true,
              "access": true,
              "admin": true,
              "viewInviteLinks": true,
              "edit": true,
              "triggerGitSync": false,
              "comment": true,
              "merge": true,
              "review": true
            }
          },
          {
            "object": "space",
            "id": "06g4xr9s0g0000000000000014",
            "title": "Hidden",
            "emoji": "1f4d6",
            "visibility": "private",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "editMode": "live",
            "organization": "06g4xr9s0g0000000000000009",
            "revision": "06g4xr9s0g0000000000000015",
            "defaultLevel": null,
            "comments": 0,
            "changeRequests": 0,
            "changeRequestsOpen": 0,
            "changeRequestsDraft": 0,
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000014",
              "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000014"
            },
            "permissions": {
              "view": true,
              "access": true,
              "admin": true,
              "viewInviteLinks": true,
              "edit": true,
              "triggerGitSync": false,
              "comment": true,
              "merge": true,
              "review": true
            }
          }
        ]
      }
    },
    "createSpace": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/spaces",
      "body": {
        "title": "Made",
        "emoji": "🦊",
        "parent": "06g4xr9s0g000000000000000g"
      },
      "status": 201,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g0000000000000029",
        "title": "Made",
        "emoji": "🦊",
        "visibility": "in-collection",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g000000000000002a",
        "defaultLevel": "read",
        "comments": 0,
        "changeRequests": 0,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 0,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000029",
          "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000029"
        },
        "permissions": {
          "view": true,
          "access": true,
          "admin": true,
          "viewInviteLinks": true,
          "edit": true,
          "triggerGitSync": false,
          "comment": true,
          "merge": true,
          "review": true
        },
        "parent": "06g4xr9s0g000000000000000g"
      }
    },
    "getSpaceById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t",
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000000t",
        "title": "Main",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g000000000000001q",
        "defaultLevel": "read",
        "comments": 1,
        "changeRequests": 1,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 1,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
        },
        "permissions": {
          "view": true,
          "access": true,
          "admin": true,
          "viewInviteLinks": true,
          "edit": true,
          "triggerGitSync": false,
          "comment": true,
          "merge": true,
          "review": true
        }
      }
    },
    "updateSpaceById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t",
      "body": {
        "title": "Renamed",
        "icon": "https://example.com/icon.png"
      },
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000000t",
        "title": "Renamed",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g000000000000001q",
        "defaultLevel": "read",
        "comments": 1,
        "changeRequests": 1,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 1,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t",
          "icon": "https://example.com/icon.png"
        },
        "permissions": {
          "view": true,
          "access": true,
          "admin": true,
          "viewInviteLinks": true,
          "edit": true,
          "triggerGitSync": false,
          "comment": true,
          "merge": true,
          "review": true
        }
      }
    },
    "deleteSpaceById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t",
      "status": 204
    },
    "duplicateSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/duplicate",
      "status": 201,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000002b",
        "title": "Copy of Main",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g000000000000002c",
        "defaultLevel": "read",
        "comments": 0,
        "changeRequests": 0,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 0,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000002b",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000002b"
        },
        "permissions": {
          "view": true,
          "access": true,
          "admin": true,
          "viewInviteLinks": true,
          "edit": true,
          "triggerGitSync": false,
          "comment": true,
          "merge": true,
          "review": true
        }
      }
    },
    "restoreSpace": {
      "path": "/v1/spaces/06g4xr9s0g0000000000000016/restore",
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g0000000000000016",
        "title": "Deleted",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g0000000000000017",
        "defaultLevel": "read",
        "comments": 0,
        "changeRequests": 0,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 0,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000016",
          "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000016"
        },
        "permissions": {
          "view": true,
          "access": true,
          "admin": true,
          "viewInviteLinks": true,
          "edit": true,
          "triggerGitSync": false,
          "comment": true,
          "merge": true,
          "review": true
        }
      }
    },
    "moveSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/move",
      "body": {
        "parent": "06g4xr9s0g000000000000000g"
      },
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000000t",
        "title": "Main",
        "emoji": "1f4d6",
        "visibility": "in-collection",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g000000000000001q",
        "defaultLevel": "read",
        "comments": 1,
        "changeRequests": 1,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 1,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
        },
        "permissions": {
          "view": true,
          "access": true,
          "admin": true,
          "viewInviteLinks": true,
          "edit": true,
          "triggerGitSync": false,
          "comment": true,
          "merge": true,
          "review": true
        },
        "parent": "06g4xr9s0g000000000000000g"
      }
    },
    "searchSpaceContent": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/search?query=requ",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000001p",
            "title": "Install",
            "path": "guide/install",
            "sections": [
              {
                "id": "06g4xr9s0g000000000000001p/requirements",
                "title": "Requirements",
                "path": "guide/install#requirements",
                "body": "Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words…",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install#requirements"
                }
              }
            ],
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
            }
          }
        ]
      }
    },
    "getCurrentRevision": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content",
      "status": 200,
      "answer": {
        "object": "revision",
        "id": "06g4xr9s0g000000000000001q",
        "type": "edits",
        "parents": [
          "06g4xr9s0g000000000000001o"
        ],
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001m",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001p",
                "title": "Install",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
                },
                "slug": "install",
                "path": "guide/install",
                "pages": [],
                "layout": {
                  "width": "default",
                  "cover": true,
                  "coverSize": "hero",
                  "title": true,
                  "description": true,
                  "tableOfContents": true,
                  "outline": true,
                  "pagination": true,
                  "metadata": true
                },
                "documentId": "2faf02b1ec841e190a57fe03869021183fdbe01e"
              }
            ],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "bc553ffe57e544498b12a9865dbf3abc2004c474"
          }
        ],
        "files": [
          {
            "id": "06g4xr9s0g000000000000001n",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001n/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/0qva2jR0dDPPCz2rFXLmXw/dot.svg",
            "size": 6
          }
        ],
        "reusableContents": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
        }
      }
    },
    "updateSpaceContent": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content",
      "body": {
        "changes": [
          {
            "operation": "update_page",
            "page": "06g4xr9s0g000000000000001m",
            "title": "Changed"
          }
        ]
      },
      "status": 200,
      "answer": {
        "object": "content-update",
        "revision": "06g4xr9s0g000000000000002g",
        "changes": [
          {
            "object": "updated_page",
            "page": {
              "object": "page",
              "id": "06g4xr9s0g000000000000001m",
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/content/page/06g4xr9s0g000000000000001m"
              }
            }
          }
        ],
        "insertedFiles": []
      }
    },
    "listPages": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/pages",
      "status": 200,
      "answer": {
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001m",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001p",
                "title": "Install",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
                },
                "slug": "install",
                "path": "guide/install",
                "pages": [],
                "layout": {
                  "width": "default",
                  "cover": true,
                  "coverSize": "hero",
                  "title": true,
                  "description": true,
                  "tableOfContents": true,
                  "outline": true,
                  "pagination": true,
                  "metadata": true
                },
                "documentId": "2faf02b1ec841e190a57fe03869021183fdbe01e"
              }
            ],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "bc553ffe57e544498b12a9865dbf3abc2004c474"
          }
        ]
      }
    },
    "listFiles": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/files",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000001n",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001n/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/0qva2jR0dDPPCz2rFXLmXw/dot.svg",
            "size": 6
          }
        ]
      }
    },
    "getFileById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/files/06g4xr9s0g000000000000001n",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001n",
        "name": "dot.svg",
        "contentType": "image/svg+xml",
        "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001n/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/0qva2jR0dDPPCz2rFXLmXw/dot.svg",
        "size": 6
      }
    },
    "getPageById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/page/06g4xr9s0g000000000000001m",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001m",
        "title": "Guide",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "kind": "sheet",
        "type": "document",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
        },
        "slug": "guide",
        "path": "guide",
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001p",
            "title": "Install",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
            },
            "slug": "install",
            "path": "guide/install",
            "pages": [],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "2faf02b1ec841e190a57fe03869021183fdbe01e"
          }
        ],
        "layout": {
          "width": "default",
          "cover": true,
          "coverSize": "hero",
          "title": true,
          "description": true,
          "tableOfContents": true,
          "outline": true,
          "pagination": true,
          "metadata": true
        },
        "documentId": "bc553ffe57e544498b12a9865dbf3abc2004c474",
        "markdown": "# Guide\n"
      }
    },
    "getPageByPath": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/path/guide/install",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001p",
        "title": "Install",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "kind": "sheet",
        "type": "document",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
        },
        "slug": "install",
        "path": "guide/install",
        "pages": [],
        "layout": {
          "width": "default",
          "cover": true,
          "coverSize": "hero",
          "title": true,
          "description": true,
          "tableOfContents": true,
          "outline": true,
          "pagination": true,
          "metadata": true
        },
        "documentId": "2faf02b1ec841e190a57fe03869021183fdbe01e",
        "markdown": "# Install\n\nHow to install it.\n\n## Requirements\n\nSome words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. \n"
      }
    },
    "getRevisionById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/revisions/06g4xr9s0g000000000000001o",
      "status": 200,
      "answer": {
        "object": "revision",
        "id": "06g4xr9s0g000000000000001o",
        "type": "edits",
        "parents": [
          "06g4xr9s0g000000000000000u"
        ],
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001m",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "bc553ffe57e544498b12a9865dbf3abc2004c474"
          }
        ],
        "files": [
          {
            "id": "06g4xr9s0g000000000000001n",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001n/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/0qva2jR0dDPPCz2rFXLmXw/dot.svg",
            "size": 6
          }
        ],
        "reusableContents": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
        }
      }
    },
    "listPagesInRevisionById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/revisions/06g4xr9s0g000000000000001o/pages",
      "status": 200,
      "answer": {
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001m",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "bc553ffe57e544498b12a9865dbf3abc2004c474"
          }
        ]
      }
    },
    "listFilesInRevisionById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/revisions/06g4xr9s0g000000000000001o/files",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000001n",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001n/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/0qva2jR0dDPPCz2rFXLmXw/dot.svg",
            "size": 6
          }
        ]
      }
    },
    "getPageInRevisionById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/revisions/06g4xr9s0g000000000000001o/page/06g4xr9s0g000000000000001m",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001m",
        "title": "Guide",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "kind": "sheet",
        "type": "document",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
        },
        "slug": "guide",
        "path": "guide",
        "pages": [],
        "layout": {
          "width": "default",
          "cover": true,
          "coverSize": "hero",
          "title": true,
          "description": true,
          "tableOfContents": true,
          "outline": true,
          "pagination": true,
          "metadata": true
        },
        "documentId": "bc553ffe57e544498b12a9865dbf3abc2004c474",
        "markdown": "# Guide\n"
      }
    },
    "getRevisionSemanticChanges": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/revisions/06g4xr9s0g000000000000001s/changes",
      "status": 200,
      "answer": {
        "changes": [
          {
            "type": "page_edited",
            "page": {
              "id": "06g4xr9s0g000000000000001m",
              "type": "document",
              "title": "New guide",
              "path": "guide"
            },
            "attributes": {
              "title": {
                "before": "Guide",
                "after": "New guide"
              },
              "document": {
                "before": "bc553ffe57e544498b12a9865dbf3abc2004c474",
                "after": "5ad39f828fb93f4ac21bfe76b4616f209b0872d4"
              }
            },
            "blocks": [
              {
                "kind": "changed",
                "from": 1,
                "to": 1,
                "before": "# Guide",
                "after": "# New guide"
              }
            ]
          }
        ]
      }
    },
    "listCommentsInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "comment",
            "id": "06g4xr9s0g000000000000001v",
            "postedBy": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "postedAt": "2026-01-31T09:00:00.000Z",
            "reactions": [],
            "body": {
              "markdown": "Why?"
            },
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v"
            },
            "permissions": {
              "view": true,
              "edit": true,
              "reply": true,
              "react": true,
              "delete": true
            },
            "replies": 1,
            "target": {
              "space": "06g4xr9s0g000000000000000t",
              "revision": "06g4xr9s0g000000000000001s",
              "changeRequest": "06g4xr9s0g000000000000001r",
              "page": {
                "id": "06g4xr9s0g000000000000001m",
                "title": "New guide",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "path": "guide",
                "outdated": false
              }
            },
            "status": "open"
          }
        ]
      }
    },
    "postCommentInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments",
      "body": {
        "body": {
          "markdown": "Why?"
        },
        "page": "06g4xr9s0g000000000000001m",
        "node": "n1"
      },
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0g000000000000002h",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [],
        "body": {
          "markdown": "Why?"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000002h"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        },
        "replies": 0,
        "target": {
          "space": "06g4xr9s0g000000000000000t",
          "revision": "06g4xr9s0g000000000000001s",
          "changeRequest": "06g4xr9s0g000000000000001r",
          "page": {
            "id": "06g4xr9s0g000000000000001m",
            "title": "New guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "path": "guide",
            "outdated": false
          },
          "node": {
            "id": "n1"
          }
        },
        "status": "open"
      }
    },
    "getCommentInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v",
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0g000000000000001v",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [],
        "body": {
          "markdown": "Why?"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        },
        "replies": 1,
        "target": {
          "space": "06g4xr9s0g000000000000000t",
          "revision": "06g4xr9s0g000000000000001s",
          "changeRequest": "06g4xr9s0g000000000000001r",
          "page": {
            "id": "06g4xr9s0g000000000000001m",
            "title": "New guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "path": "guide",
            "outdated": false
          }
        },
        "status": "open"
      }
    },
    "updateCommentInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v",
      "body": {
        "body": {
          "markdown": "Because"
        },
        "addedReactions": [
          "🎉",
          "1f44d"
        ],
        "resolved": true
      },
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0g000000000000001v",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "editedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [
          {
            "emoji": "🎉",
            "count": 1,
            "users": [
              {
                "user": {
                  "object": "user",
                  "id": "06g4xr9s0g0000000000000001",
                  "displayName": "ada",
                  "email": "ada@example.com",
                  "urls": {
                    "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                  }
                },
                "reactedAt": "2026-01-31T09:00:00.000Z"
              }
            ]
          },
          {
            "emoji": "1f44d",
            "count": 1,
            "users": [
              {
                "user": {
                  "object": "user",
                  "id": "06g4xr9s0g0000000000000001",
                  "displayName": "ada",
                  "email": "ada@example.com",
                  "urls": {
                    "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                  }
                },
                "reactedAt": "2026-01-31T09:00:00.000Z"
              }
            ]
          }
        ],
        "body": {
          "markdown": "Because"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        },
        "replies": 1,
        "target": {
          "space": "06g4xr9s0g000000000000000t",
          "revision": "06g4xr9s0g000000000000001s",
          "changeRequest": "06g4xr9s0g000000000000001r",
          "page": {
            "id": "06g4xr9s0g000000000000001m",
            "title": "New guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "path": "guide",
            "outdated": false
          }
        },
        "status": "resolved",
        "resolvedAt": "2026-01-31T09:00:00.000Z",
        "resolvedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        }
      }
    },
    "deleteCommentInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v",
      "status": 204
    },
    "listCommentRepliesInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v/replies",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "comment-reply",
            "id": "06g4xr9s0g0000000000000020",
            "postedBy": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "postedAt": "2026-01-31T09:00:00.000Z",
            "reactions": [],
            "body": {
              "markdown": "It is better"
            },
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v/replies/06g4xr9s0g0000000000000020"
            },
            "permissions": {
              "view": true,
              "edit": true,
              "reply": true,
              "react": true,
              "delete": true
            }
          }
        ]
      }
    },
    "postCommentReplyInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v/replies",
      "body": {
        "body": {
          "markdown": "Because"
        }
      },
      "status": 200,
      "answer": {
        "object": "comment-reply",
        "id": "06g4xr9s0g000000000000002i",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [],
        "body": {
          "markdown": "Because"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v/replies/06g4xr9s0g000000000000002i"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        }
      }
    },
    "getCommentReplyInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v/replies/06g4xr9s0g0000000000000020",
      "status": 200,
      "answer": {
        "object": "comment-reply",
        "id": "06g4xr9s0g0000000000000020",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [],
        "body": {
          "markdown": "It is better"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v/replies/06g4xr9s0g0000000000000020"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        }
      }
    },
    "updateCommentReplyInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v/replies/06g4xr9s0g0000000000000020",
      "body": {
        "body": {
          "markdown": "Because"
        },
        "addedReactions": [
          "🎉"
        ],
        "removedReactions": [
          "👍"
        ]
      },
      "status": 200,
      "answer": {
        "object": "comment-reply",
        "id": "06g4xr9s0g0000000000000020",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "editedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [
          {
            "emoji": "🎉",
            "count": 1,
            "users": [
              {
                "user": {
                  "object": "user",
                  "id": "06g4xr9s0g0000000000000001",
                  "displayName": "ada",
                  "email": "ada@example.com",
                  "urls": {
                    "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                  }
                },
                "reactedAt": "2026-01-31T09:00:00.000Z"
              }
            ]
          }
        ],
        "body": {
          "markdown": "Because"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v/replies/06g4xr9s0g0000000000000020"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        }
      }
    },
    "deleteCommentReplyInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000001v/replies/06g4xr9s0g0000000000000020",
      "status": 204
    },
    "listCommentersInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/commenters",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "member",
            "id": "06g4xr9s0g0000000000000001",
            "role": "admin",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "disabled": false,
            "joinedAt": "2026-01-31T09:00:00.000Z",
            "sso": false,
            "spaces": 4,
            "teams": 0
          }
        ]
      }
    },
    "listChangeRequestsForSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests",
      "status": 200,
      "answer": {
        "count": 0,
        "items": []
      }
    },
    "createChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests",
      "body": {
        "subject": "A better guide"
      },
      "status": 201,
      "answer": {
        "object": "change-request",
        "id": "06g4xr9s0g000000000000002j",
        "number": 2,
        "status": "draft",
        "subject": "A better guide",
        "createdBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "revision": "06g4xr9s0g000000000000001q",
        "revisionInitial": "06g4xr9s0g000000000000001q",
        "comments": 0,
        "outdated": false,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000002j",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/~/changes/06g4xr9s0g000000000000002j"
        }
      }
    },
    "getChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r",
      "status": 200,
      "answer": {
        "object": "change-request",
        "id": "06g4xr9s0g000000000000001r",
        "number": 1,
        "status": "draft",
        "subject": "A new guide",
        "createdBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "revision": "06g4xr9s0g000000000000001s",
        "revisionInitial": "06g4xr9s0g000000000000001q",
        "comments": 1,
        "outdated": false,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/~/changes/06g4xr9s0g000000000000001r"
        }
      }
    },
    "updateChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r",
      "body": {
        "subject": "Renamed",
        "status": "open"
      },
      "status": 200,
      "answer": {
        "object": "change-request",
        "id": "06g4xr9s0g000000000000001r",
        "number": 1,
        "status": "open",
        "subject": "Renamed",
        "createdBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "revision": "06g4xr9s0g000000000000001s",
        "revisionInitial": "06g4xr9s0g000000000000001q",
        "comments": 1,
        "outdated": false,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/~/changes/06g4xr9s0g000000000000001r"
        }
      }
    },
    "mergeChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/merge",
      "status": 200,
      "answer": {
        "revision": "06g4xr9s0g000000000000002k",
        "result": "merge"
      }
    },
    "updateChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/update",
      "status": 200,
      "answer": {
        "revision": "06g4xr9s0g000000000000001s",
        "result": "update"
      }
    },
    "resolveChangeRequestConflicts": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/resolve",
      "body": {
        "resolutions": [
          {
            "item": "06g4xr9s0g000000000000001m",
            "where": "block 1",
            "take": "main"
          }
        ]
      },
      "status": 200,
      "answer": {
        "revision": "06g4xr9s0g000000000000002m",
        "result": "update"
      }
    },
    "getChangeRequestChanges": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/changes",
      "status": 200,
      "answer": {
        "changes": [
          {
            "type": "page_edited",
            "page": {
              "id": "06g4xr9s0g000000000000001m",
              "type": "document",
              "title": "New guide",
              "path": "guide"
            },
            "attributes": {
              "title": {
                "before": "Guide",
                "after": "New guide"
              },
              "document": {
                "before": "bc553ffe57e544498b12a9865dbf3abc2004c474",
                "after": "5ad39f828fb93f4ac21bfe76b4616f209b0872d4"
              }
            },
            "blocks": [
              {
                "kind": "changed",
                "from": 1,
                "to": 1,
                "before": "# Guide",
                "after": "# New guide"
              }
            ]
          }
        ],
        "conflicts": [
          {
            "item": "06g4xr9s0g000000000000001m",
            "type": "page",
            "title": "Another guide",
            "path": "guide",
            "kind": "block",
            "where": "block 1",
            "base": "# Guide",
            "main": "# Another guide",
            "request": "# New guide"
          }
        ]
      }
    },
    "getRevisionOfChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/content",
      "status": 200,
      "answer": {
        "object": "revision",
        "id": "06g4xr9s0g000000000000001s",
        "type": "edits",
        "parents": [
          "06g4xr9s0g000000000000001q"
        ],
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001m",
            "title": "New guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001p",
                "title": "Install",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
                },
                "slug": "install",
                "path": "guide/install",
                "pages": [],
                "layout": {
                  "width": "default",
                  "cover": true,
                  "coverSize": "hero",
                  "title": true,
                  "description": true,
                  "tableOfContents": true,
                  "outline": true,
                  "pagination": true,
                  "metadata": true
                },
                "documentId": "2faf02b1ec841e190a57fe03869021183fdbe01e"
              }
            ],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "5ad39f828fb93f4ac21bfe76b4616f209b0872d4"
          }
        ],
        "files": [
          {
            "id": "06g4xr9s0g000000000000001n",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001n/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/0qva2jR0dDPPCz2rFXLmXw/dot.svg",
            "size": 6
          }
        ],
        "reusableContents": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
        }
      }
    },
    "updateChangeRequestContent": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/content",
      "body": {
        "changes": [
          {
            "operation": "update_page",
            "page": "06g4xr9s0g000000000000001m",
            "title": "Changed"
          }
        ]
      },
      "status": 200,
      "answer": {
        "object": "change-request",
        "id": "06g4xr9s0g000000000000001r",
        "number": 1,
        "status": "draft",
        "subject": "A new guide",
        "createdBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "revision": "06g4xr9s0g000000000000002o",
        "revisionInitial": "06g4xr9s0g000000000000001q",
        "comments": 1,
        "outdated": false,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/~/changes/06g4xr9s0g000000000000001r"
        }
      }
    },
    "listPagesInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/content/pages",
      "status": 200,
      "answer": {
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001m",
            "title": "New guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001p",
                "title": "Install",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
                },
                "slug": "install",
                "path": "guide/install",
                "pages": [],
                "layout": {
                  "width": "default",
                  "cover": true,
                  "coverSize": "hero",
                  "title": true,
                  "description": true,
                  "tableOfContents": true,
                  "outline": true,
                  "pagination": true,
                  "metadata": true
                },
                "documentId": "2faf02b1ec841e190a57fe03869021183fdbe01e"
              }
            ],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "5ad39f828fb93f4ac21bfe76b4616f209b0872d4"
          }
        ]
      }
    },
    "listFilesInChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/content/files",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000001n",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001n/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/0qva2jR0dDPPCz2rFXLmXw/dot.svg",
            "size": 6
          }
        ]
      }
    },
    "getFileInChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/content/files/06g4xr9s0g000000000000001n",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001n",
        "name": "dot.svg",
        "contentType": "image/svg+xml",
        "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001n/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/0qva2jR0dDPPCz2rFXLmXw/dot.svg",
        "size": 6
      }
    },
    "getPageInChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/content/page/06g4xr9s0g000000000000001m",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001m",
        "title": "New guide",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "kind": "sheet",
        "type": "document",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
        },
        "slug": "guide",
        "path": "guide",
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001p",
            "title": "Install",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
            },
            "slug": "install",
            "path": "guide/install",
            "pages": [],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "2faf02b1ec841e190a57fe03869021183fdbe01e"
          }
        ],
        "layout": {
          "width": "default",
          "cover": true,
          "coverSize": "hero",
          "title": true,
          "description": true,
          "tableOfContents": true,
          "outline": true,
          "pagination": true,
          "metadata": true
        },
        "documentId": "5ad39f828fb93f4ac21bfe76b4616f209b0872d4",
        "markdown": "# New guide\n"
      }
    },
    "inviteUsersToOrganization": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/invites",
      "body": {
        "emails": [
          "eve@example.com",
          {
            "email": "new@example.org",
            "role": "edit"
          }
        ],
        "role": "read"
      },
      "status": 200,
      "answer": {
        "users": [
          "06g4xr9s0g0000000000000007",
          "06g4xr9s0g000000000000002p"
        ],
        "invited": 2
      }
    },
    "joinOrganizationWithInvite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/invites/06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012",
      "status": 200,
      "answer": {}
    },
    "joinOrganization": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/join",
      "status": 204
    },
    "listOrganizationInviteLinks": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/link-invites",
      "status": 200,
      "answer": {
        "count": 2,
        "items": [
          {
            "object": "invite",
            "id": "06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012",
            "redundant": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012"
            },
            "role": "edit"
          },
          {
            "object": "invite",
            "id": "06g4xr9s0g0000000000000011secret-000000000000000000000000000000000015",
            "redundant": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g0000000000000011secret-000000000000000000000000000000000015"
            },
            "level": "comment",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000v",
              "title": "Second",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000010",
              "defaultLevel": "read",
              "comments": 0,
              "changeRequests": 0,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 0,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            }
          }
        ]
      }
    },
    "createOrganizationInvite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/link-invites",
      "body": {
        "role": "edit"
      },
      "status": 201,
      "answer": {
        "object": "invite",
        "id": "06g4xr9s0g000000000000002qsecret-000000000000000000000000000000000029",
        "redundant": true,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000002qsecret-000000000000000000000000000000000029"
        },
        "role": "edit"
      }
    },
    "getOrganizationInviteLink": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012",
      "status": 200,
      "answer": {
        "object": "invite",
        "id": "06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012",
        "redundant": true,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012"
        },
        "role": "edit"
      }
    },
    "updateOrganizationInviteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012",
      "body": {
        "role": "comment"
      },
      "status": 200,
      "answer": {
        "object": "invite",
        "id": "06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012",
        "redundant": true,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012"
        },
        "role": "comment"
      }
    },
    "deleteOrganizationInviteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012",
      "status": 204
    },
    "listSpaceLinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/links",
      "status": 200,
      "answer": {
        "count": 8,
        "items": [
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "page",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000t",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g000000000000002s",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              },
              "page": {
                "id": "06g4xr9s0g000000000000001m",
                "title": "Guide",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
                },
                "slug": "guide",
                "path": "guide",
                "pages": [],
                "layout": {
                  "width": "default",
                  "cover": true,
                  "coverSize": "hero",
                  "title": true,
                  "description": true,
                  "tableOfContents": true,
                  "outline": true,
                  "pagination": true,
                  "metadata": true
                },
                "documentId": "bc553ffe57e544498b12a9865dbf3abc2004c474"
              },
              "internalLocation": {
                "type": "anchor",
                "anchor": "x"
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000002s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002r",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "file",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000t",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g000000000000002s",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              },
              "file": {
                "id": "06g4xr9s0g000000000000001n",
                "name": "dot.svg",
                "contentType": "image/svg+xml",
                "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001n/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/0qva2jR0dDPPCz2rFXLmXw/dot.svg",
                "size": 6
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000002s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002r",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "space",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000v",
                "title": "Second",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g0000000000000010",
                "defaultLevel": "read",
                "comments": 0,
                "changeRequests": 0,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 0,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000002s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002r",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000002s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002r",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "collection",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "collection": {
                "object": "collection",
                "id": "06g4xr9s0g000000000000000g",
                "title": "Outer",
                "organization": "06g4xr9s0g0000000000000009",
                "defaultLevel": "read",
                "urls": {
                  "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000g",
                  "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000g"
                },
                "permissions": {
                  "view": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "create": true
                }
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000002s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002r",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000002s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002r",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "user",
              "user": {
                "object": "user",
                "id": "06g4xr9s0g0000000000000003",
                "displayName": "rex",
                "email": "rex@example.com",
                "urls": {
                  "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
                }
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000002s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002r",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000002s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002r",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "url",
              "url": "https://example.com"
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000002s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002r",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000002s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002r",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "in-app",
            "relation": "reference",
            "targetReference": {
              "kind": "url",
              "url": "http://lectern.test/app/s/x"
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000002s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002r",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000002s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002r",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "broken",
            "relation": "reference",
            "targetReference": {
              "kind": "url",
              "url": "lost.md"
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000002s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002r",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000002s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002r",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          }
        ],
        "stats": {
          "total": 8,
          "broken": {
            "total": 1
          }
        }
      }
    },
    "listPageLinksInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/page/06g4xr9s0g000000000000001m/links",
      "status": 200,
      "answer": {
        "count": 0,
        "items": [],
        "stats": {
          "total": 0,
          "broken": {
            "total": 0
          }
        }
      }
    },
    "listSpacePageBacklinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/page/06g4xr9s0g000000000000001m/backlinks",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "kind": "page",
            "organization": {
              "object": "organization",
              "title": "Example",
              "emailDomains": [
                "example.com"
              ],
              "id": "06g4xr9s0g0000000000000009",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "type": "business",
              "defaultRole": "read",
              "inviteLinks": true,
              "plan": "free_2024",
              "sso": false,
              "ai": false,
              "urls": {
                "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
              },
              "trial": {
                "status": "notapplicable"
              },
              "internal_isOnNewTrial": true,
              "permissions": {
                "view": true,
                "admin": true,
                "ownTeam": false,
                "createContent": true,
                "createOpenAPISpec": true,
                "ingestConversations": false,
                "viewBilling": true,
                "listMembers": true,
                "listTeams": true,
                "listIntegrations": false
              }
            },
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000030",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "page": {
              "id": "06g4xr9s0g000000000000002v",
              "title": "Linked",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "kind": "sheet",
              "type": "document",
              "urls": {
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
              },
              "slug": "linked",
              "path": "linked",
              "pages": [],
              "layout": {
                "width": "default",
                "cover": true,
                "coverSize": "hero",
                "title": true,
                "description": true,
                "tableOfContents": true,
                "outline": true,
                "pagination": true,
                "metadata": true
              },
              "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
            }
          }
        ]
      }
    },
    "listSpaceFileBacklinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/files/06g4xr9s0g000000000000001n/backlinks",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "kind": "page",
            "organization": {
              "object": "organization",
              "title": "Example",
              "emailDomains": [
                "example.com"
              ],
              "id": "06g4xr9s0g0000000000000009",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "type": "business",
              "defaultRole": "read",
              "inviteLinks": true,
              "plan": "free_2024",
              "sso": false,
              "ai": false,
              "urls": {
                "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
              },
              "trial": {
                "status": "notapplicable"
              },
              "internal_isOnNewTrial": true,
              "permissions": {
                "view": true,
                "admin": true,
                "ownTeam": false,
                "createContent": true,
                "createOpenAPISpec": true,
                "ingestConversations": false,
                "viewBilling": true,
                "listMembers": true,
                "listTeams": true,
                "listIntegrations": false
              }
            },
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000032",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "page": {
              "id": "06g4xr9s0g0000000000000031",
              "title": "Linked",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "kind": "sheet",
              "type": "document",
              "urls": {
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
              },
              "slug": "linked",
              "path": "linked",
              "pages": [],
              "layout": {
                "width": "default",
                "cover": true,
                "coverSize": "hero",
                "title": true,
                "description": true,
                "tableOfContents": true,
                "outline": true,
                "pagination": true,
                "metadata": true
              },
              "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
            }
          }
        ]
      }
    },
    "listChangeRequestLinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/links",
      "status": 200,
      "answer": {
        "count": 8,
        "items": [
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "page",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000t",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g000000000000001q",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              },
              "page": {
                "id": "06g4xr9s0g000000000000001m",
                "title": "New guide",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
                },
                "slug": "guide",
                "path": "guide",
                "pages": [],
                "layout": {
                  "width": "default",
                  "cover": true,
                  "coverSize": "hero",
                  "title": true,
                  "description": true,
                  "tableOfContents": true,
                  "outline": true,
                  "pagination": true,
                  "metadata": true
                },
                "documentId": "5ad39f828fb93f4ac21bfe76b4616f209b0872d4"
              },
              "internalLocation": {
                "type": "anchor",
                "anchor": "x"
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000033",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "file",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000t",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g000000000000001q",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              },
              "file": {
                "id": "06g4xr9s0g000000000000001n",
                "name": "dot.svg",
                "contentType": "image/svg+xml",
                "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001n/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/0qva2jR0dDPPCz2rFXLmXw/dot.svg",
                "size": 6
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000033",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "space",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000v",
                "title": "Second",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g0000000000000010",
                "defaultLevel": "read",
                "comments": 0,
                "changeRequests": 0,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 0,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000033",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000033",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "collection",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "collection": {
                "object": "collection",
                "id": "06g4xr9s0g000000000000000g",
                "title": "Outer",
                "organization": "06g4xr9s0g0000000000000009",
                "defaultLevel": "read",
                "urls": {
                  "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000g",
                  "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000g"
                },
                "permissions": {
                  "view": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "create": true
                }
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000033",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000033",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "user",
              "user": {
                "object": "user",
                "id": "06g4xr9s0g0000000000000003",
                "displayName": "rex",
                "email": "rex@example.com",
                "urls": {
                  "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
                }
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000033",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000033",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "url",
              "url": "https://example.com"
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000033",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000033",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "in-app",
            "relation": "reference",
            "targetReference": {
              "kind": "url",
              "url": "http://lectern.test/app/s/x"
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000033",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000033",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "broken",
            "relation": "reference",
            "targetReference": {
              "kind": "url",
              "url": "lost.md"
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000033",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000033",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          }
        ],
        "stats": {
          "total": 8,
          "broken": {
            "total": 1,
            "changeRequest": 1
          }
        }
      }
    },
    "listPageLinksInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/content/page/06g4xr9s0g000000000000001m/links",
      "status": 200,
      "answer": {
        "count": 0,
        "items": [],
        "stats": {
          "total": 0,
          "broken": {
            "total": 0,
            "changeRequest": 0
          }
        }
      }
    },
    "listChangeRequestPageBacklinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/content/page/06g4xr9s0g000000000000001m/backlinks",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "kind": "page",
            "organization": {
              "object": "organization",
              "title": "Example",
              "emailDomains": [
                "example.com"
              ],
              "id": "06g4xr9s0g0000000000000009",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "type": "business",
              "defaultRole": "read",
              "inviteLinks": true,
              "plan": "free_2024",
              "sso": false,
              "ai": false,
              "urls": {
                "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
              },
              "trial": {
                "status": "notapplicable"
              },
              "internal_isOnNewTrial": true,
              "permissions": {
                "view": true,
                "admin": true,
                "ownTeam": false,
                "createContent": true,
                "createOpenAPISpec": true,
                "ingestConversations": false,
                "viewBilling": true,
                "listMembers": true,
                "listTeams": true,
                "listIntegrations": false
              }
            },
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001q",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "page": {
              "id": "06g4xr9s0g0000000000000037",
              "title": "Linked",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "kind": "sheet",
              "type": "document",
              "urls": {
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
              },
              "slug": "linked",
              "path": "linked",
              "pages": [],
              "layout": {
                "width": "default",
                "cover": true,
                "coverSize": "hero",
                "title": true,
                "description": true,
                "tableOfContents": true,
                "outline": true,
                "pagination": true,
                "metadata": true
              },
              "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
            }
          }
        ]
      }
    },
    "listChangeRequestFileBacklinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/content/files/06g4xr9s0g000000000000001n/backlinks",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "kind": "page",
            "organization": {
              "object": "organization",
              "title": "Example",
              "emailDomains": [
                "example.com"
              ],
              "id": "06g4xr9s0g0000000000000009",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "type": "business",
              "defaultRole": "read",
              "inviteLinks": true,
              "plan": "free_2024",
              "sso": false,
              "ai": false,
              "urls": {
                "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
              },
              "trial": {
                "status": "notapplicable"
              },
              "internal_isOnNewTrial": true,
              "permissions": {
                "view": true,
                "admin": true,
                "ownTeam": false,
                "createContent": true,
                "createOpenAPISpec": true,
                "ingestConversations": false,
                "viewBilling": true,
                "listMembers": true,
                "listTeams": true,
                "listIntegrations": false
              }
            },
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001q",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "page": {
              "id": "06g4xr9s0g0000000000000039",
              "title": "Linked",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "kind": "sheet",
              "type": "document",
              "urls": {
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
              },
              "slug": "linked",
              "path": "linked",
              "pages": [],
              "layout": {
                "width": "default",
                "cover": true,
                "coverSize": "hero",
                "title": true,
                "description": true,
                "tableOfContents": true,
                "outline": true,
                "pagination": true,
                "metadata": true
              },
              "documentId": "3bb3a1b704c2d05bba202e27e5b50d792e469528"
            }
          }
        ]
      }
    },
    "getReviewsByChangeRequestId": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/reviews",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "change-request-review",
            "id": "06g4xr9s0g000000000000003b",
            "revision": "06g4xr9s0g000000000000001s",
            "reviewer": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "status": "approved",
            "outdated": false,
            "comment": {
              "object": "comment",
              "id": "06g4xr9s0g000000000000003c",
              "postedBy": {
                "object": "user",
                "id": "06g4xr9s0g0000000000000001",
                "displayName": "ada",
                "email": "ada@example.com",
                "urls": {
                  "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                }
              },
              "postedAt": "2026-01-31T09:00:00.000Z",
              "reactions": [],
              "body": {
                "markdown": "Good"
              },
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/comments/06g4xr9s0g000000000000003c"
              },
              "permissions": {
                "view": true,
                "edit": true,
                "reply": true,
                "react": true,
                "delete": true
              },
              "replies": 0,
              "target": {
                "space": "06g4xr9s0g000000000000000t",
                "revision": "06g4xr9s0g000000000000001s",
                "changeRequest": "06g4xr9s0g000000000000001r",
                "review": "06g4xr9s0g000000000000003b"
              },
              "status": "open"
            },
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z"
          }
        ]
      }
    },
    "submitChangeRequestReview": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/reviews",
      "body": {
        "status": "approved"
      },
      "status": 201,
      "answer": {
        "object": "change-request-review",
        "id": "06g4xr9s0g000000000000003d",
        "revision": "06g4xr9s0g000000000000001s",
        "reviewer": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "status": "approved",
        "outdated": false,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z"
      }
    },
    "getRequestedReviewersByChangeRequestId": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/requested-reviewers",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "change-request-requested-reviewer",
            "kind": "user",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "revision": "06g4xr9s0g000000000000001s",
            "requestedBy": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "createdAt": "2026-01-31T09:00:00.000Z"
          }
        ]
      }
    },
    "requestReviewersForChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/requested-reviewers",
      "body": {
        "users": [
          "06g4xr9s0g0000000000000001",
          "06g4xr9s0g0000000000000003"
        ],
        "subject": "Please look"
      },
      "status": 200,
      "answer": {
        "users": [
          {
            "object": "change-request-requested-reviewer",
            "kind": "user",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "revision": "06g4xr9s0g000000000000001s",
            "requestedBy": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "createdAt": "2026-01-31T09:00:00.000Z"
          },
          {
            "object": "change-request-requested-reviewer",
            "kind": "user",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000003",
              "displayName": "rex",
              "email": "rex@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
              }
            },
            "revision": "06g4xr9s0g000000000000001s",
            "requestedBy": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "createdAt": "2026-01-31T09:00:00.000Z"
          }
        ]
      }
    },
    "removeRequestedReviewerFromChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/requested-reviewers/06g4xr9s0g0000000000000001",
      "status": 204
    },
    "getContributorsByChangeRequestId": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/1/contributors",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "count": 1,
            "updatedAt": "2026-01-31T09:00:00.000Z"
          }
        ]
      }
    },
    "listSAMLProvidersInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/saml?limit=1",
      "status": 200,
      "answer": {
        "next": {
          "page": "ZTIxNDU3NDhjZjVkNmUwZVsiMDZnNHhyOXMwZzAwMDAwMDAwMDAwMDAwMDkiLCIwNmc0eHI5czBnMDAwMDAwMDAwMDAwMDAwciJd"
        },
        "count": 2,
        "items": [
          {
            "object": "saml-provider",
            "label": "Active",
            "entityID": "https://idp.example/entity",
            "certificate": "-----BEGIN CERTIFICATE-----\nMIIBQDCB86ADAgECAhQy4eoFFmmYiSDYbUyT3mNoZvodvzAFBgMrZXAwFjEUMBIG\nA1UEAwwLaWRwLmV4YW1wbGUwHhcNMjYxMTIxMTEzMTIxWhcNMzYxMTE4MTEzMTIx\nWjAWMRQwEgYDVQQDDAtpZHAuZXhhbXBsZTAqMAUGAytlcAMhANLhrYFBndjq2Lmv\n9v/RaXQsqe6vuzf1/sBUqRw/IViZo1MwUTAdBgNVHQ4EFgQUK/eNKDzHrCVOWk9V\nNRJSasPKF28wHwYDVR0jBBgwFoAUK/eNKDzHrCVOWk9VNRJSasPKF28wDwYDVR0T\nAQH/BAUwAwEB/zAFBgMrZXADQQCqDaqCOfHDbcEKyBUMWjxgC9rELCCGmvaS089h\n+3zNOe5JpgKoFBR7X+bWl5nOu63psg3TOXHtjSgBRYCHtbAP\n-----END CERTIFICATE-----",
            "ssoURL": "https://idp.example/sso",
            "id": "06g4xr9s0g000000000000000r",
            "defaultRole": null,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "status": "active",
            "service": {
              "acsURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r/acs",
              "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r/start",
              "entityID": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r"
            },
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000r"
            }
          }
        ]
      }
    },
    "createOrganizationSAMLProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/saml",
      "body": {
        "label": "Made",
        "entityID": "https://idp.example/made",
        "ssoURL": "https://idp.example/made/sso",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIIBQDCB86ADAgECAhQy4eoFFmmYiSDYbUyT3mNoZvodvzAFBgMrZXAwFjEUMBIG\nA1UEAwwLaWRwLmV4YW1wbGUwHhcNMjYxMTIxMTEzMTIxWhcNMzYxMTE4MTEzMTIx\nWjAWMRQwEgYDVQQDDAtpZHAuZXhhbXBsZTAqMAUGAytlcAMhANLhrYFBndjq2Lmv\n9v/RaXQsqe6vuzf1/sBUqRw/IViZo1MwUTAdBgNVHQ4EFgQUK/eNKDzHrCVOWk9V\nNRJSasPKF28wHwYDVR0jBBgwFoAUK/eNKDzHrCVOWk9VNRJSasPKF28wDwYDVR0T\nAQH/BAUwAwEB/zAFBgMrZXADQQCqDaqCOfHDbcEKyBUMWjxgC9rELCCGmvaS089h\n+3zNOe5JpgKoFBR7X+bWl5nOu63psg3TOXHtjSgBRYCHtbAP\n-----END CERTIFICATE-----",
        "defaultRole": null
      },
      "status": 201,
      "answer": {
        "object": "saml-provider",
        "label": "Made",
        "entityID": "https://idp.example/made",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIIBQDCB86ADAgECAhQy4eoFFmmYiSDYbUyT3mNoZvodvzAFBgMrZXAwFjEUMBIG\nA1UEAwwLaWRwLmV4YW1wbGUwHhcNMjYxMTIxMTEzMTIxWhcNMzYxMTE4MTEzMTIx\nWjAWMRQwEgYDVQQDDAtpZHAuZXhhbXBsZTAqMAUGAytlcAMhANLhrYFBndjq2Lmv\n9v/RaXQsqe6vuzf1/sBUqRw/IViZo1MwUTAdBgNVHQ4EFgQUK/eNKDzHrCVOWk9V\nNRJSasPKF28wHwYDVR0jBBgwFoAUK/eNKDzHrCVOWk9VNRJSasPKF28wDwYDVR0T\nAQH/BAUwAwEB/zAFBgMrZXADQQCqDaqCOfHDbcEKyBUMWjxgC9rELCCGmvaS089h\n+3zNOe5JpgKoFBR7X+bWl5nOu63psg3TOXHtjSgBRYCHtbAP\n-----END CERTIFICATE-----",
        "ssoURL": "https://idp.example/made/sso",
        "id": "06g4xr9s0g000000000000003e",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "status": "active",
        "service": {
          "acsURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000003e/acs",
          "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000003e/start",
          "entityID": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000003e"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000003e"
        }
      }
    },
    "getOrganizationSAMLProviderById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000r",
      "status": 200,
      "answer": {
        "object": "saml-provider",
        "label": "Active",
        "entityID": "https://idp.example/entity",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIIBQDCB86ADAgECAhQy4eoFFmmYiSDYbUyT3mNoZvodvzAFBgMrZXAwFjEUMBIG\nA1UEAwwLaWRwLmV4YW1wbGUwHhcNMjYxMTIxMTEzMTIxWhcNMzYxMTE4MTEzMTIx\nWjAWMRQwEgYDVQQDDAtpZHAuZXhhbXBsZTAqMAUGAytlcAMhANLhrYFBndjq2Lmv\n9v/RaXQsqe6vuzf1/sBUqRw/IViZo1MwUTAdBgNVHQ4EFgQUK/eNKDzHrCVOWk9V\nNRJSasPKF28wHwYDVR0jBBgwFoAUK/eNKDzHrCVOWk9VNRJSasPKF28wDwYDVR0T\nAQH/BAUwAwEB/zAFBgMrZXADQQCqDaqCOfHDbcEKyBUMWjxgC9rELCCGmvaS089h\n+3zNOe5JpgKoFBR7X+bWl5nOu63psg3TOXHtjSgBRYCHtbAP\n-----END CERTIFICATE-----",
        "ssoURL": "https://idp.example/sso",
        "id": "06g4xr9s0g000000000000000r",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "status": "active",
        "service": {
          "acsURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r/acs",
          "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r/start",
          "entityID": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000r"
        }
      }
    },
    "updateOrganizationSAMLProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000r",
      "body": {
        "label": "Renamed",
        "certificate": "none"
      },
      "status": 200,
      "answer": {
        "object": "saml-provider",
        "label": "Renamed",
        "entityID": "https://idp.example/entity",
        "certificate": "none",
        "ssoURL": "https://idp.example/sso",
        "id": "06g4xr9s0g000000000000000r",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "status": "pending",
        "service": {
          "acsURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r/acs",
          "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r/start",
          "entityID": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000r"
        }
      }
    },
    "deleteOrganizationSAMLProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000r",
      "status": 204
    },
    "listSSOProviderLoginsInOrganization": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sso",
      "status": 200,
      "answer": {
        "items": [
          {
            "id": "06g4xr9s0g000000000000000r",
            "label": "Active",
            "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r/start"
          }
        ]
      }
    },
    "listCommentsInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "comment",
            "id": "06g4xr9s0g000000000000001t",
            "postedBy": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "postedAt": "2026-01-31T09:00:00.000Z",
            "reactions": [
              {
                "emoji": "👍",
                "count": 1,
                "users": [
                  {
                    "user": {
                      "object": "user",
                      "id": "06g4xr9s0g0000000000000001",
                      "displayName": "ada",
                      "email": "ada@example.com",
                      "urls": {
                        "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                      }
                    },
                    "reactedAt": "2026-01-31T09:00:00.000Z"
                  }
                ]
              }
            ],
            "body": {
              "markdown": "What for?"
            },
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t"
            },
            "permissions": {
              "view": true,
              "edit": true,
              "reply": true,
              "react": true,
              "delete": true
            },
            "replies": 1,
            "target": {
              "space": "06g4xr9s0g000000000000000t",
              "revision": "06g4xr9s0g000000000000001q",
              "page": {
                "id": "06g4xr9s0g000000000000001m",
                "title": "Guide",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "path": "guide",
                "outdated": false
              }
            },
            "status": "open"
          }
        ]
      }
    },
    "postCommentInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments",
      "body": {
        "body": {
          "markdown": "Why?"
        },
        "page": "06g4xr9s0g000000000000001m",
        "node": "n1"
      },
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0g000000000000003f",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [],
        "body": {
          "markdown": "Why?"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000003f"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        },
        "replies": 0,
        "target": {
          "space": "06g4xr9s0g000000000000000t",
          "revision": "06g4xr9s0g000000000000001q",
          "page": {
            "id": "06g4xr9s0g000000000000001m",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "path": "guide",
            "outdated": false
          },
          "node": {
            "id": "n1"
          }
        },
        "status": "open"
      }
    },
    "getCommentInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t",
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0g000000000000001t",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [
          {
            "emoji": "👍",
            "count": 1,
            "users": [
              {
                "user": {
                  "object": "user",
                  "id": "06g4xr9s0g0000000000000001",
                  "displayName": "ada",
                  "email": "ada@example.com",
                  "urls": {
                    "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                  }
                },
                "reactedAt": "2026-01-31T09:00:00.000Z"
              }
            ]
          }
        ],
        "body": {
          "markdown": "What for?"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        },
        "replies": 1,
        "target": {
          "space": "06g4xr9s0g000000000000000t",
          "revision": "06g4xr9s0g000000000000001q",
          "page": {
            "id": "06g4xr9s0g000000000000001m",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "path": "guide",
            "outdated": false
          }
        },
        "status": "open"
      }
    },
    "updateCommentInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t",
      "body": {
        "body": {
          "markdown": "Because"
        },
        "addedReactions": [
          "🎉",
          "1f44d"
        ],
        "resolved": true
      },
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0g000000000000001t",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "editedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [
          {
            "emoji": "👍",
            "count": 1,
            "users": [
              {
                "user": {
                  "object": "user",
                  "id": "06g4xr9s0g0000000000000001",
                  "displayName": "ada",
                  "email": "ada@example.com",
                  "urls": {
                    "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                  }
                },
                "reactedAt": "2026-01-31T09:00:00.000Z"
              }
            ]
          },
          {
            "emoji": "🎉",
            "count": 1,
            "users": [
              {
                "user": {
                  "object": "user",
                  "id": "06g4xr9s0g0000000000000001",
                  "displayName": "ada",
                  "email": "ada@example.com",
                  "urls": {
                    "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                  }
                },
                "reactedAt": "2026-01-31T09:00:00.000Z"
              }
            ]
          }
        ],
        "body": {
          "markdown": "Because"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        },
        "replies": 1,
        "target": {
          "space": "06g4xr9s0g000000000000000t",
          "revision": "06g4xr9s0g000000000000001q",
          "page": {
            "id": "06g4xr9s0g000000000000001m",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "path": "guide",
            "outdated": false
          }
        },
        "status": "resolved",
        "resolvedAt": "2026-01-31T09:00:00.000Z",
        "resolvedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        }
      }
    },
    "deleteCommentInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t",
      "status": 204
    },
    "listCommentRepliesInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t/replies",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "comment-reply",
            "id": "06g4xr9s0g000000000000001u",
            "postedBy": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "postedAt": "2026-01-31T09:00:00.000Z",
            "reactions": [],
            "body": {
              "markdown": "To see"
            },
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t/replies/06g4xr9s0g000000000000001u"
            },
            "permissions": {
              "view": true,
              "edit": true,
              "reply": true,
              "react": true,
              "delete": true
            }
          }
        ]
      }
    },
    "postCommentReplyInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t/replies",
      "body": {
        "body": {
          "markdown": "Because"
        }
      },
      "status": 200,
      "answer": {
        "object": "comment-reply",
        "id": "06g4xr9s0g000000000000003g",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [],
        "body": {
          "markdown": "Because"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t/replies/06g4xr9s0g000000000000003g"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        }
      }
    },
    "getCommentReplyInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t/replies/06g4xr9s0g000000000000001u",
      "status": 200,
      "answer": {
        "object": "comment-reply",
        "id": "06g4xr9s0g000000000000001u",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [],
        "body": {
          "markdown": "To see"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t/replies/06g4xr9s0g000000000000001u"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        }
      }
    },
    "updateCommentReplyInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t/replies/06g4xr9s0g000000000000001u",
      "body": {
        "body": {
          "markdown": "Because"
        },
        "addedReactions": [
          "🎉"
        ],
        "removedReactions": [
          "👍"
        ]
      },
      "status": 200,
      "answer": {
        "object": "comment-reply",
        "id": "06g4xr9s0g000000000000001u",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "editedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [
          {
            "emoji": "🎉",
            "count": 1,
            "users": [
              {
                "user": {
                  "object": "user",
                  "id": "06g4xr9s0g0000000000000001",
                  "displayName": "ada",
                  "email": "ada@example.com",
                  "urls": {
                    "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                  }
                },
                "reactedAt": "2026-01-31T09:00:00.000Z"
              }
            ]
          }
        ],
        "body": {
          "markdown": "Because"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t/replies/06g4xr9s0g000000000000001u"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        }
      }
    },
    "deleteCommentReplyInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001t/replies/06g4xr9s0g000000000000001u",
      "status": 204
    },
    "listCommentersInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/commenters",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "member",
            "id": "06g4xr9s0g0000000000000001",
            "role": "admin",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "disabled": false,
            "joinedAt": "2026-01-31T09:00:00.000Z",
            "sso": false,
            "spaces": 4,
            "teams": 0
          }
        ]
      }
    },
    "transferCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/transfer",
      "body": {
        "organization": "06g4xr9s0g000000000000000f"
      },
      "status": 200,
      "answer": {
        "object": "collection",
        "id": "06g4xr9s0g000000000000000g",
        "title": "Outer",
        "organization": "06g4xr9s0g000000000000000f",
        "defaultLevel": "read",
        "urls": {
          "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000g",
          "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000g"
        },
        "permissions": {
          "view": true,
          "admin": true,
          "viewInviteLinks": true,
          "create": true
        }
      }
    },
    "transferSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/transfer",
      "body": {
        "organization": "06g4xr9s0g000000000000000f"
      },
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000000t",
        "title": "Main",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g000000000000000f",
        "revision": "06g4xr9s0g000000000000001q",
        "defaultLevel": "read",
        "comments": 1,
        "changeRequests": 1,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 1,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
        },
        "permissions": {
          "view": true,
          "access": true,
          "admin": true,
          "viewInviteLinks": true,
          "edit": true,
          "triggerGitSync": false,
          "comment": true,
          "merge": true,
          "review": true
        }
      }
    },
    "inviteToSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions",
      "body": {
        "role": "edit",
        "users": [
          "06g4xr9s0g0000000000000005",
          "06g4xr9s0g0000000000000003"
        ],
        "teams": [
          "06g4xr9s0g000000000000000j"
        ]
      },
      "status": 204
    },
    "listUserPermissionsInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions/users",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000005",
              "displayName": "gus",
              "email": "gus@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000005"
              }
            }
          }
        ]
      }
    },
    "listTeamPermissionsInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions/teams",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "permission": "edit",
            "team": {
              "object": "team",
              "id": "06g4xr9s0g000000000000000j",
              "title": "Writers",
              "members": 1,
              "spaces": 1,
              "createdAt": "2026-01-31T09:00:00.000Z",
              "permissions": {
                "admin": true,
                "view": true
              }
            }
          }
        ]
      }
    },
    "listPermissionsAggregateInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions/aggregate",
      "status": 200,
      "answer": {
        "count": 4,
        "items": [
          {
            "permission": "admin",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            }
          },
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000003",
              "displayName": "rex",
              "email": "rex@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
              }
            }
          },
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000005",
              "displayName": "gus",
              "email": "gus@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000005"
              }
            }
          },
          {
            "permission": "read",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g000000000000000d",
              "displayName": "Exports",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g000000000000000d"
              }
            }
          }
        ]
      }
    },
    "updateUserPermissionInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions/users/06g4xr9s0g0000000000000005",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeUserFromSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions/users/06g4xr9s0g0000000000000005",
      "status": 204
    },
    "updateTeamPermissionInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions/teams/06g4xr9s0g000000000000000j",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeTeamFromSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions/teams/06g4xr9s0g000000000000000j",
      "status": 204
    },
    "inviteToCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions",
      "body": {
        "role": "edit",
        "users": [
          "06g4xr9s0g0000000000000005",
          "06g4xr9s0g0000000000000003"
        ],
        "teams": [
          "06g4xr9s0g000000000000000j"
        ]
      },
      "status": 204
    },
    "listUserPermissionsInCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions/users",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000005",
              "displayName": "gus",
              "email": "gus@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000005"
              }
            }
          }
        ]
      }
    },
    "listTeamPermissionsInCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions/teams",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "permission": "edit",
            "team": {
              "object": "team",
              "id": "06g4xr9s0g000000000000000j",
              "title": "Writers",
              "members": 1,
              "spaces": 0,
              "createdAt": "2026-01-31T09:00:00.000Z",
              "permissions": {
                "admin": true,
                "view": true
              }
            }
          }
        ]
      }
    },
    "listPermissionsAggregateInCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions/aggregate",
      "status": 200,
      "answer": {
        "count": 4,
        "items": [
          {
            "permission": "admin",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            }
          },
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000003",
              "displayName": "rex",
              "email": "rex@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
              }
            }
          },
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000005",
              "displayName": "gus",
              "email": "gus@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000005"
              }
            }
          },
          {
            "permission": "read",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g000000000000000d",
              "displayName": "Exports",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g000000000000000d"
              }
            }
          }
        ]
      }
    },
    "updateUserPermissionInCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions/users/06g4xr9s0g0000000000000005",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeUserFromCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions/users/06g4xr9s0g0000000000000005",
      "status": 204
    },
    "updateTeamPermissionInCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions/teams/06g4xr9s0g000000000000000j",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeTeamFromCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions/teams/06g4xr9s0g000000000000000j",
      "status": 204
    },
    "inviteToSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/permissions",
      "body": {
        "role": "edit",
        "users": [
          "06g4xr9s0g0000000000000005",
          "06g4xr9s0g0000000000000003"
        ],
        "teams": [
          "06g4xr9s0g000000000000000j"
        ]
      },
      "status": 204
    },
    "listUserPermissionsInSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/permissions/users",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000005",
              "displayName": "gus",
              "email": "gus@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000005"
              }
            }
          }
        ]
      }
    },
    "listTeamPermissionsInSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/permissions/teams",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "permission": "edit",
            "team": {
              "object": "team",
              "id": "06g4xr9s0g000000000000000j",
              "title": "Writers",
              "members": 1,
              "spaces": 2,
              "createdAt": "2026-01-31T09:00:00.000Z",
              "permissions": {
                "admin": true,
                "view": true
              }
            }
          }
        ]
      }
    },
    "listPermissionsAggregateInSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/permissions/aggregate",
      "status": 200,
      "answer": {
        "count": 4,
        "items": [
          {
            "permission": "admin",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "origin": {
              "type": "organization",
              "organization": "06g4xr9s0g0000000000000009"
            }
          },
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000003",
              "displayName": "rex",
              "email": "rex@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
              }
            },
            "origin": {
              "type": "organization",
              "organization": "06g4xr9s0g0000000000000009"
            }
          },
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000005",
              "displayName": "gus",
              "email": "gus@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000005"
              }
            },
            "origin": {
              "type": "organization",
              "organization": "06g4xr9s0g0000000000000009"
            }
          },
          {
            "permission": "read",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g000000000000000d",
              "displayName": "Exports",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g000000000000000d"
              }
            },
            "origin": {
              "type": "organization",
              "organization": "06g4xr9s0g0000000000000009"
            }
          }
        ]
      }
    },
    "updateUserPermissionInSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/permissions/users/06g4xr9s0g0000000000000005",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeUserFromSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/permissions/users/06g4xr9s0g0000000000000005",
      "status": 204
    },
    "updateTeamPermissionInSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/permissions/teams/06g4xr9s0g000000000000000j",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeTeamFromSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/permissions/teams/06g4xr9s0g000000000000000j",
      "status": 204
    },
    "listTeamsInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "team",
            "id": "06g4xr9s0g000000000000000j",
            "title": "Writers",
            "members": 1,
            "spaces": 0,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "permissions": {
              "admin": true,
              "view": true
            }
          }
        ]
      }
    },
    "createOrganizationTeam": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams",
      "body": {
        "title": "Made",
        "members": [
          "06g4xr9s0g0000000000000003",
          "06g4xr9s0g0000000000000005"
        ]
      },
      "status": 201,
      "answer": {
        "object": "team",
        "id": "06g4xr9s0g000000000000003h",
        "title": "Made",
        "members": 2,
        "spaces": 0,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "admin": true,
          "view": true
        }
      }
    },
    "getTeamInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams/06g4xr9s0g000000000000000j",
      "status": 200,
      "answer": {
        "object": "team",
        "id": "06g4xr9s0g000000000000000j",
        "title": "Writers",
        "members": 1,
        "spaces": 0,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "admin": true,
          "view": true
        }
      }
    },
    "updateTeamInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams/06g4xr9s0g000000000000000j",
      "body": {
        "title": "Renamed"
      },
      "status": 200,
      "answer": {
        "object": "team",
        "id": "06g4xr9s0g000000000000000j",
        "title": "Renamed",
        "members": 1,
        "spaces": 0,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "admin": true,
          "view": true
        }
      }
    },
    "removeTeamFromOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams/06g4xr9s0g000000000000000j",
      "status": 204
    },
    "listTeamMembersInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams/06g4xr9s0g000000000000000j/members",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "organization": {
              "object": "member",
              "id": "06g4xr9s0g0000000000000003",
              "role": "read",
              "user": {
                "object": "user",
                "id": "06g4xr9s0g0000000000000003",
                "displayName": "rex",
                "email": "rex@example.com",
                "urls": {
                  "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
                }
              },
              "disabled": false,
              "joinedAt": "2026-01-31T09:00:00.000Z",
              "sso": false,
              "spaces": 3,
              "teams": 1
            },
            "team": {
              "role": "member"
            },
            "permissions": {
              "view": true
            }
          }
        ]
      }
    },
    "updateMembersInOrganizationTeam": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams/06g4xr9s0g000000000000000j/members",
      "body": {
        "add": [
          "06g4xr9s0g0000000000000001",
          "gus@example.com"
        ],
        "remove": [
          "06g4xr9s0g0000000000000003"
        ],
        "memberships": {
          "06g4xr9s0g0000000000000001": {
            "role": "owner"
          }
        }
      },
      "status": 204
    },
    "addMemberToOrganizationTeamById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams/06g4xr9s0g000000000000000j/members/06g4xr9s0g0000000000000005",
      "body": {
        "role": "owner"
      },
      "status": 204
    },
    "deleteMemberFromOrganizationTeamById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams/06g4xr9s0g000000000000000j/members/06g4xr9s0g0000000000000003",
      "status": 204
    },
    "listTeamsForOrganizationMember": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/members/06g4xr9s0g0000000000000003/teams",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "team": {
              "object": "team",
              "id": "06g4xr9s0g000000000000000j",
              "title": "Writers",
              "members": 1,
              "spaces": 0,
              "createdAt": "2026-01-31T09:00:00.000Z",
              "permissions": {
                "admin": true,
                "view": true
              }
            },
            "member": {
              "role": "member"
            }
          }
        ]
      }
    },
    "listSites": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites",
      "status": 200,
      "answer": {
        "count": 3,
        "items": [
          {
            "object": "site",
            "id": "06g4xr9s0g000000000000001a",
            "type": "basic",
            "title": "Docs",
            "visibility": "public",
            "published": false,
            "siteSpaces": 2,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "adaptiveContent": {
              "enabled": false
            },
            "agentsContext": "included",
            "features": [],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a"
            }
          },
          {
            "object": "site",
            "id": "06g4xr9s0g000000000000001b",
            "type": "basic",
            "title": "Hidden",
            "visibility": "public",
            "published": false,
            "siteSpaces": 0,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "adaptiveContent": {
              "enabled": false
            },
            "agentsContext": "included",
            "features": [],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b"
            }
          },
          {
            "object": "site",
            "id": "06g4xr9s0g000000000000001c",
            "type": "basic",
            "title": "Parts",
            "visibility": "public",
            "published": false,
            "siteSpaces": 2,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "adaptiveContent": {
              "enabled": false
            },
            "agentsContext": "included",
            "features": [],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c"
            }
          }
        ]
      }
    },
    "createSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites",
      "body": {
        "title": "Made",
        "type": "premium",
        "spaces": [
          "06g4xr9s0g000000000000000v",
          "06g4xr9s0g000000000000000t"
        ]
      },
      "status": 201,
      "answer": {
        "object": "site",
        "id": "06g4xr9s0g000000000000003k",
        "type": "premium",
        "title": "Made",
        "visibility": "public",
        "published": false,
        "siteSpaces": 2,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "adaptiveContent": {
          "enabled": false
        },
        "agentsContext": "included",
        "features": [],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000003k",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000003k"
        }
      }
    },
    "getSiteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a",
      "status": 200,
      "answer": {
        "object": "site",
        "id": "06g4xr9s0g000000000000001a",
        "type": "basic",
        "title": "Docs",
        "visibility": "public",
        "published": false,
        "siteSpaces": 2,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "adaptiveContent": {
          "enabled": false
        },
        "agentsContext": "included",
        "features": [],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a"
        }
      }
    },
    "updateSiteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a",
      "body": {
        "title": "Renamed",
        "basename": "docs",
        "adaptiveContent": {
          "enabled": true
        },
        "proxy": "example.com/docs"
      },
      "status": 200,
      "answer": {
        "object": "site",
        "id": "06g4xr9s0g000000000000001a",
        "type": "basic",
        "title": "Renamed",
        "basename": "docs",
        "proxy": {
          "origin": "example.com/docs",
          "target": "http://lectern.test/sites/docs/"
        },
        "visibility": "public",
        "published": false,
        "siteSpaces": 2,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "adaptiveContent": {
          "enabled": true
        },
        "agentsContext": "included",
        "features": [
          {
            "id": "sites-adaptive-content",
            "plan": "basic",
            "frozen": false
          }
        ],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a"
        }
      }
    },
    "deleteSiteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a",
      "status": 204
    },
    "publishSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/publish",
      "status": 200,
      "answer": {
        "object": "site",
        "id": "06g4xr9s0g000000000000001a",
        "type": "basic",
        "title": "Docs",
        "visibility": "public",
        "published": true,
        "siteSpaces": 2,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "adaptiveContent": {
          "enabled": false
        },
        "agentsContext": "included",
        "features": [],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a",
          "published": "http://lectern.test/sites/06g4xr9s0g000000000000001a/"
        }
      }
    },
    "unpublishSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/unpublish",
      "status": 200,
      "answer": {
        "object": "site",
        "id": "06g4xr9s0g000000000000001a",
        "type": "basic",
        "title": "Docs",
        "visibility": "public",
        "published": false,
        "siteSpaces": 2,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "adaptiveContent": {
          "enabled": false
        },
        "agentsContext": "included",
        "features": [],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a"
        }
      }
    },
    "getSitePublishingAuthById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/publishing/auth",
      "status": 200,
      "answer": {
        "object": "publishing-auth",
        "backend": "custom",
        "privateKey": "secret-000000000000000000000000000000000019"
      }
    },
    "updateSitePublishingAuthById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/publishing/auth",
      "body": {
        "backend": "custom",
        "fallbackURL": "https://example.com/login"
      },
      "status": 200,
      "answer": {
        "object": "publishing-auth",
        "backend": "custom",
        "privateKey": "secret-000000000000000000000000000000000019",
        "fallbackURL": "https://example.com/login"
      }
    },
    "regenerateSitePublishingAuthById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/publishing/auth/regenerate",
      "status": 200,
      "answer": {
        "object": "publishing-auth",
        "backend": "custom",
        "privateKey": "secret-000000000000000000000000000000000031"
      }
    },
    "rotateSitePublishingKey": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g0000000000000015/publishing/keys",
      "body": {
        "overlap": 60
      },
      "status": 201,
      "answer": {
        "object": "publishing-auth",
        "backend": "custom",
        "privateKey": "secret-000000000000000000000000000000000026",
        "oldKeys": [
          {
            "id": "06g4xr9s0g000000000000003c",
            "expires": "2026-01-31T09:01:00.000Z"
          }
        ]
      }
    },
    "deleteSitePublishingKeyById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g0000000000000015/publishing/keys/unknown",
      "status": 204
    },
    "listSiteSpaces": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/site-spaces",
      "status": 200,
      "answer": {
        "count": 2,
        "items": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g0000000000000018",
            "path": "main",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001q",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "title": "Main",
            "default": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/site-spaces/06g4xr9s0g0000000000000018"
            }
          },
          {
            "object": "site-space",
            "id": "06g4xr9s0g0000000000000019",
            "path": "second",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000v",
              "title": "Second",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000010",
              "defaultLevel": "read",
              "comments": 0,
              "changeRequests": 0,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 0,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "title": "Second",
            "default": false,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/site-spaces/06g4xr9s0g0000000000000019"
            }
          }
        ]
      }
    },
    "addSpaceToSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/site-spaces",
      "body": {
        "spaceId": "06g4xr9s0g0000000000000012"
      },
      "status": 201,
      "answer": {
        "object": "site-space",
        "id": "06g4xr9s0g000000000000003l",
        "path": "locked",
        "space": {
          "object": "space",
          "id": "06g4xr9s0g0000000000000012",
          "title": "Locked",
          "emoji": "1f4d6",
          "visibility": "private",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "updatedAt": "2026-01-31T09:00:00.000Z",
          "editMode": "locked",
          "organization": "06g4xr9s0g0000000000000009",
          "revision": "06g4xr9s0g0000000000000013",
          "defaultLevel": "read",
          "comments": 0,
          "changeRequests": 0,
          "changeRequestsOpen": 0,
          "changeRequestsDraft": 0,
          "urls": {
            "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000012",
            "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000012"
          },
          "permissions": {
            "view": true,
            "access": true,
            "admin": true,
            "viewInviteLinks": true,
            "edit": true,
            "triggerGitSync": false,
            "comment": true,
            "merge": true,
            "review": true
          }
        },
        "title": "Locked",
        "default": false,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/site-spaces/06g4xr9s0g000000000000003l"
        }
      }
    },
    "deleteSiteSpaceById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/site-spaces/06g4xr9s0g0000000000000018",
      "status": 204
    },
    "updateSiteSpaceById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/site-spaces/06g4xr9s0g0000000000000018",
      "body": {
        "path": "path",
        "condition": "visitor.claims.beta",
        "spaceId": "06g4xr9s0g0000000000000012"
      },
      "status": 200,
      "answer": {
        "object": "site-space",
        "id": "06g4xr9s0g0000000000000018",
        "path": "path",
        "space": {
          "object": "space",
          "id": "06g4xr9s0g0000000000000012",
          "title": "Locked",
          "emoji": "1f4d6",
          "visibility": "private",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "updatedAt": "2026-01-31T09:00:00.000Z",
          "editMode": "locked",
          "organization": "06g4xr9s0g0000000000000009",
          "revision": "06g4xr9s0g0000000000000013",
          "defaultLevel": "read",
          "comments": 0,
          "changeRequests": 0,
          "changeRequestsOpen": 0,
          "changeRequestsDraft": 0,
          "urls": {
            "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000012",
            "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000012"
          },
          "permissions": {
            "view": true,
            "access": true,
            "admin": true,
            "viewInviteLinks": true,
            "edit": true,
            "triggerGitSync": false,
            "comment": true,
            "merge": true,
            "review": true
          }
        },
        "title": "Locked",
        "default": true,
        "condition": "visitor.claims.beta",
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/site-spaces/06g4xr9s0g0000000000000018"
        }
      }
    },
    "moveSiteSpace": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/site-spaces/06g4xr9s0g0000000000000018/move",
      "body": {
        "position": {
          "after": {
            "type": "site-space",
            "siteSpace": "06g4xr9s0g0000000000000019"
          }
        }
      },
      "status": 200,
      "answer": {
        "object": "site-space",
        "id": "06g4xr9s0g0000000000000018",
        "path": "main",
        "space": {
          "object": "space",
          "id": "06g4xr9s0g000000000000000t",
          "title": "Main",
          "emoji": "1f4d6",
          "visibility": "private",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "updatedAt": "2026-01-31T09:00:00.000Z",
          "editMode": "live",
          "organization": "06g4xr9s0g0000000000000009",
          "revision": "06g4xr9s0g000000000000001q",
          "defaultLevel": "read",
          "comments": 1,
          "changeRequests": 1,
          "changeRequestsOpen": 0,
          "changeRequestsDraft": 1,
          "urls": {
            "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
            "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
          },
          "permissions": {
            "view": true,
            "access": true,
            "admin": true,
            "viewInviteLinks": true,
            "edit": true,
            "triggerGitSync": false,
            "comment": true,
            "merge": true,
            "review": true
          }
        },
        "title": "Main",
        "default": true,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/site-spaces/06g4xr9s0g0000000000000018"
        }
      }
    },
    "listSiteSections": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections",
      "status": 200,
      "answer": {
        "count": 2,
        "items": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001d",
            "title": "Open",
            "default": true,
            "path": "open",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001e",
                "path": "main",
                "section": "06g4xr9s0g000000000000001d",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Main",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001e"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001d"
            }
          },
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001g",
            "title": "Grouped",
            "default": false,
            "path": "grouped",
            "sectionGroup": "06g4xr9s0g000000000000001j",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001h",
                "path": "second",
                "section": "06g4xr9s0g000000000000001g",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000v",
                  "title": "Second",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000010",
                  "defaultLevel": "read",
                  "comments": 0,
                  "changeRequests": 0,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 0,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Second",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001h"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001g"
            }
          }
        ]
      }
    },
    "addSectionToSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections",
      "body": {
        "spaceId": "06g4xr9s0g000000000000000t",
        "title": "More",
        "icon": "gear"
      },
      "status": 201,
      "answer": {
        "object": "site-section",
        "id": "06g4xr9s0g000000000000003m",
        "title": "More",
        "default": false,
        "path": "more",
        "siteSpaces": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g000000000000003n",
            "path": "main",
            "section": "06g4xr9s0g000000000000003m",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001q",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "title": "Main",
            "default": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000003n"
            }
          }
        ],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000003m"
        },
        "icon": "gear"
      }
    },
    "deleteSiteSectionById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001d",
      "status": 204
    },
    "updateSiteSectionById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001d",
      "body": {
        "title": "New",
        "path": "new",
        "description": "All of it",
        "icon": "gear",
        "condition": "true"
      },
      "status": 200,
      "answer": {
        "object": "site-section",
        "id": "06g4xr9s0g000000000000001d",
        "title": "New",
        "description": "All of it",
        "default": true,
        "path": "new",
        "condition": "true",
        "siteSpaces": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g000000000000001e",
            "path": "main",
            "section": "06g4xr9s0g000000000000001d",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001q",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "title": "Main",
            "default": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001e"
            }
          }
        ],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001d"
        },
        "icon": "gear"
      }
    },
    "moveSiteSection": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001d/move",
      "body": {
        "position": {
          "before": {
            "type": "site-section",
            "siteSection": "06g4xr9s0g000000000000001g"
          }
        }
      },
      "status": 200,
      "answer": {
        "object": "site-section",
        "id": "06g4xr9s0g000000000000001d",
        "title": "Open",
        "default": true,
        "path": "open",
        "sectionGroup": "06g4xr9s0g000000000000001j",
        "siteSpaces": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g000000000000001e",
            "path": "main",
            "section": "06g4xr9s0g000000000000001d",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001q",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "title": "Main",
            "default": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001e"
            }
          }
        ],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001d"
        }
      }
    },
    "listSiteSectionGroups": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/section-groups",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "site-section-group",
            "id": "06g4xr9s0g000000000000001j",
            "title": "Group",
            "sections": [
              {
                "object": "site-section",
                "id": "06g4xr9s0g000000000000001g",
                "title": "Grouped",
                "default": false,
                "path": "grouped",
                "sectionGroup": "06g4xr9s0g000000000000001j",
                "siteSpaces": [
                  {
                    "object": "site-space",
                    "id": "06g4xr9s0g000000000000001h",
                    "path": "second",
                    "section": "06g4xr9s0g000000000000001g",
                    "space": {
                      "object": "space",
                      "id": "06g4xr9s0g000000000000000v",
                      "title": "Second",
                      "emoji": "1f4d6",
                      "visibility": "private",
                      "createdAt": "2026-01-31T09:00:00.000Z",
                      "updatedAt": "2026-01-31T09:00:00.000Z",
                      "editMode": "live",
                      "organization": "06g4xr9s0g0000000000000009",
                      "revision": "06g4xr9s0g0000000000000010",
                      "defaultLevel": "read",
                      "comments": 0,
                      "changeRequests": 0,
                      "changeRequestsOpen": 0,
                      "changeRequestsDraft": 0,
                      "urls": {
                        "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                        "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
                      },
                      "permissions": {
                        "view": true,
                        "access": true,
                        "admin": true,
                        "viewInviteLinks": true,
                        "edit": true,
                        "triggerGitSync": false,
                        "comment": true,
                        "merge": true,
                        "review": true
                      }
                    },
                    "title": "Second",
                    "default": true,
                    "urls": {
                      "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001h"
                    }
                  }
                ],
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001g"
                }
              }
            ]
          }
        ]
      }
    },
    "addSectionGroupToSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/section-groups",
      "body": {
        "title": "More",
        "icon": "gear",
        "sections": [
          "06g4xr9s0g000000000000001d"
        ]
      },
      "status": 201,
      "answer": {
        "object": "site-section-group",
        "id": "06g4xr9s0g000000000000003q",
        "title": "More",
        "icon": "gear",
        "sections": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001d",
            "title": "Open",
            "default": true,
            "path": "open",
            "sectionGroup": "06g4xr9s0g000000000000003q",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001e",
                "path": "main",
                "section": "06g4xr9s0g000000000000001d",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Main",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001e"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001d"
            }
          }
        ]
      }
    },
    "deleteSiteSectionGroupById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/section-groups/06g4xr9s0g000000000000001j",
      "status": 204
    },
    "updateSiteSectionGroupById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/section-groups/06g4xr9s0g000000000000001j",
      "body": {
        "title": "New",
        "icon": "gear"
      },
      "status": 200,
      "answer": {
        "object": "site-section-group",
        "id": "06g4xr9s0g000000000000001j",
        "title": "New",
        "icon": "gear",
        "sections": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001g",
            "title": "Grouped",
            "default": false,
            "path": "grouped",
            "sectionGroup": "06g4xr9s0g000000000000001j",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001h",
                "path": "second",
                "section": "06g4xr9s0g000000000000001g",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000v",
                  "title": "Second",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000010",
                  "defaultLevel": "read",
                  "comments": 0,
                  "changeRequests": 0,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 0,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Second",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001h"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001g"
            }
          }
        ]
      }
    },
    "addSectionToGroup": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/section-groups/06g4xr9s0g000000000000001j/sections",
      "body": {
        "sectionId": "06g4xr9s0g000000000000001d"
      },
      "status": 201,
      "answer": {
        "object": "site-section-group",
        "id": "06g4xr9s0g000000000000001j",
        "title": "Group",
        "sections": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001g",
            "title": "Grouped",
            "default": false,
            "path": "grouped",
            "sectionGroup": "06g4xr9s0g000000000000001j",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001h",
                "path": "second",
                "section": "06g4xr9s0g000000000000001g",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000v",
                  "title": "Second",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000010",
                  "defaultLevel": "read",
                  "comments": 0,
                  "changeRequests": 0,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 0,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Second",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001h"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001g"
            }
          },
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001d",
            "title": "Open",
            "default": true,
            "path": "open",
            "sectionGroup": "06g4xr9s0g000000000000001j",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001e",
                "path": "main",
                "section": "06g4xr9s0g000000000000001d",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Main",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001e"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001d"
            }
          }
        ]
      }
    },
    "removeSectionFromGroup": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/section-groups/06g4xr9s0g000000000000001j/sections/06g4xr9s0g000000000000001g",
      "status": 204
    },
    "moveSiteSectionGroup": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/section-groups/06g4xr9s0g000000000000001j/move",
      "body": {
        "position": {
          "before": {
            "type": "site-section",
            "id": "06g4xr9s0g000000000000001d"
          }
        }
      },
      "status": 200,
      "answer": {
        "object": "site-section-group",
        "id": "06g4xr9s0g000000000000001j",
        "title": "Group",
        "sections": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001g",
            "title": "Grouped",
            "default": false,
            "path": "grouped",
            "sectionGroup": "06g4xr9s0g000000000000001j",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001h",
                "path": "second",
                "section": "06g4xr9s0g000000000000001g",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000v",
                  "title": "Second",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000010",
                  "defaultLevel": "read",
                  "comments": 0,
                  "changeRequests": 0,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 0,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Second",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001h"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001g"
            }
          }
        ]
      }
    },
    "getSiteStructure": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/structure",
      "status": 200,
      "answer": {
        "type": "sections",
        "structure": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001d",
            "title": "Open",
            "default": true,
            "path": "open",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001e",
                "path": "main",
                "section": "06g4xr9s0g000000000000001d",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001q",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Main",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001e"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001d"
            }
          },
          {
            "object": "site-section-group",
            "id": "06g4xr9s0g000000000000001j",
            "title": "Group",
            "sections": [
              {
                "object": "site-section",
                "id": "06g4xr9s0g000000000000001g",
                "title": "Grouped",
                "default": false,
                "path": "grouped",
                "sectionGroup": "06g4xr9s0g000000000000001j",
                "siteSpaces": [
                  {
                    "object": "site-space",
                    "id": "06g4xr9s0g000000000000001h",
                    "path": "second",
                    "section": "06g4xr9s0g000000000000001g",
                    "space": {
                      "object": "space",
                      "id": "06g4xr9s0g000000000000000v",
                      "title": "Second",
                      "emoji": "1f4d6",
                      "visibility": "private",
                      "createdAt": "2026-01-31T09:00:00.000Z",
                      "updatedAt": "2026-01-31T09:00:00.000Z",
                      "editMode": "live",
                      "organization": "06g4xr9s0g0000000000000009",
                      "revision": "06g4xr9s0g0000000000000010",
                      "defaultLevel": "read",
                      "comments": 0,
                      "changeRequests": 0,
                      "changeRequestsOpen": 0,
                      "changeRequestsDraft": 0,
                      "urls": {
                        "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                        "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
                      },
                      "permissions": {
                        "view": true,
                        "access": true,
                        "admin": true,
                        "viewInviteLinks": true,
                        "edit": true,
                        "triggerGitSync": false,
                        "comment": true,
                        "merge": true,
                        "review": true
                      }
                    },
                    "title": "Second",
                    "default": true,
                    "urls": {
                      "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001h"
                    }
                  }
                ],
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001g"
                }
              }
            ]
          }
        ]
      }
    },
    "sortSiteStructure": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/structure/sort",
      "body": {
        "item": {
          "type": "site-section",
          "id": "06g4xr9s0g000000000000001d"
        },
        "position": {
          "after": {
            "type": "site-section-group",
            "id": "06g4xr9s0g000000000000001j"
          }
        }
      },
      "status": 200,
      "answer": {
        "object": "site-section",
        "id": "06g4xr9s0g000000000000001d",
        "title": "Open",
        "default": true,
        "path": "open",
        "siteSpaces": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g000000000000001e",
            "path": "main",
            "section": "06g4xr9s0g000000000000001d",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001q",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "title": "Main",
            "default": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001e"
            }
          }
        ],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/sections/06g4xr9s0g000000000000001d"
        }
      }
    },
    "listSiteShareLinks": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/share-links",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "share-link",
            "id": "06g4xr9s0g000000000000001k",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "name": "Friends",
            "active": true,
            "uses": 0,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/share-links/06g4xr9s0g000000000000001k",
              "published": "http://lectern.test/sites/06g4xr9s0g000000000000001a/def347f73d66d1c67a201da64b86f07f/"
            }
          }
        ]
      }
    },
    "createSiteShareLink": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/share-links",
      "body": {
        "name": "Made"
      },
      "status": 201,
      "answer": {
        "object": "share-link",
        "id": "06g4xr9s0g000000000000003r",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "name": "Made",
        "active": true,
        "uses": 0,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/share-links/06g4xr9s0g000000000000003r",
          "published": "http://lectern.test/sites/06g4xr9s0g000000000000001a/83cb3f4b6979ac598ed932142f7ca59f/"
        }
      }
    },
    "updateSiteShareLinkById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/share-links/06g4xr9s0g000000000000001k",
      "body": {
        "active": false,
        "name": "Renamed"
      },
      "status": 200,
      "answer": {
        "object": "share-link",
        "id": "06g4xr9s0g000000000000001k",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "name": "Renamed",
        "active": false,
        "uses": 0,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/share-links/06g4xr9s0g000000000000001k",
          "published": "http://lectern.test/sites/06g4xr9s0g000000000000001a/def347f73d66d1c67a201da64b86f07f/"
        }
      }
    },
    "renewSiteShareLink": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g0000000000000015/share-links/06g4xr9s0g000000000000001f/renew",
      "status": 200,
      "answer": {
        "object": "share-link",
        "id": "06g4xr9s0g000000000000001f",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "name": "Friends",
        "active": true,
        "uses": 0,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g0000000000000015/share-links/06g4xr9s0g000000000000001f",
          "published": "http://lectern.test/sites/06g4xr9s0g0000000000000015/10e90448b9a7b66c4a3dab5f86aaca68/"
        }
      }
    },
    "deleteSiteShareLinkById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/share-links/06g4xr9s0g000000000000001k",
      "status": 204
    },
    "listSiteRedirects": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/redirects",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "site-redirect",
            "id": "06g4xr9s0g000000000000001l",
            "source": "/old",
            "destination": {
              "kind": "site-space",
              "siteSpaceId": "06g4xr9s0g0000000000000019"
            }
          }
        ]
      }
    },
    "createSiteRedirect": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/redirects",
      "body": {
        "source": "/a/b%20c",
        "destination": {
          "kind": "site-space",
          "siteSpaceId": "06g4xr9s0g0000000000000018"
        }
      },
      "status": 201,
      "answer": {
        "object": "site-redirect",
        "id": "06g4xr9s0g000000000000003s",
        "source": "/a/b%20c",
        "destination": {
          "kind": "site-space",
          "siteSpaceId": "06g4xr9s0g0000000000000018"
        }
      }
    },
    "updateSiteRedirectById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/redirects/06g4xr9s0g000000000000001l",
      "body": {
        "source": "/older",
        "destination": {
          "kind": "site-space",
          "siteSpaceId": "06g4xr9s0g0000000000000018"
        }
      },
      "status": 200,
      "answer": {
        "object": "site-redirect",
        "id": "06g4xr9s0g000000000000001l",
        "source": "/older",
        "destination": {
          "kind": "site-space",
          "siteSpaceId": "06g4xr9s0g0000000000000018"
        }
      }
    },
    "deleteSiteRedirectById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/redirects/06g4xr9s0g000000000000001l",
      "status": 204
    },
    "getSiteAdaptiveSchema": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/adaptive-schema",
      "status": 200,
      "answer": {
        "object": "site-adaptive-schema",
        "jsonSchema": {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "type": "object",
          "properties": {
            "unsigned": {
              "type": "object",
              "description": "Unsigned claims of the site visitor.",
              "properties": {
                "beta": {
                  "type": "boolean",
                  "description": "Tries what is new"
                }
              },
              "additionalProperties": false
            },
            "beta": {
              "type": "boolean",
              "description": "Tries what is new"
            },
            "plan": {
              "type": "string",
              "enum": [
                "free",
                "pro"
              ],
              "description": "Plan"
            },
            "account": {
              "type": "object",
              "description": "Account",
              "properties": {
                "trial": {
                  "type": "boolean",
                  "description": "Tries what is new"
                }
              },
              "additionalProperties": false
            },
            "groups": {
              "type": "array",
              "description": "Groups",
              "items": {
                "type": "string",
                "description": "A group"
              }
            }
          },
          "additionalProperties": false
        },
        "updatedAt": "2026-01-31T09:00:00.000Z"
      }
    },
    "updateSiteAdaptiveSchema": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/adaptive-schema",
      "body": {
        "jsonSchema": {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "type": "object",
          "properties": {
            "unsigned": {
              "type": "object",
              "description": "Unsigned claims of the site visitor.",
              "properties": {
                "beta": {
                  "type": "boolean",
                  "description": "Tries what is new"
                }
              },
              "additionalProperties": false
            },
            "beta": {
              "type": "boolean",
              "description": "Tries what is new"
            },
            "plan": {
              "type": "string",
              "enum": [
                "free",
                "pro"
              ],
              "description": "Plan"
            },
            "account": {
              "type": "object",
              "description": "Account",
              "properties": {
                "trial": {
                  "type": "boolean",
                  "description": "Tries what is new"
                }
              },
              "additionalProperties": false
            },
            "groups": {
              "type": "array",
              "description": "Groups",
              "items": {
                "type": "string",
                "description": "A group"
              }
            }
          },
          "additionalProperties": false
        }
      },
      "status": 200,
      "answer": {
        "object": "site-adaptive-schema",
        "jsonSchema": {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "type": "object",
          "properties": {
            "unsigned": {
              "type": "object",
              "description": "Unsigned claims of the site visitor.",
              "properties": {
                "beta": {
                  "type": "boolean",
                  "description": "Tries what is new"
                }
              },
              "additionalProperties": false
            },
            "beta": {
              "type": "boolean",
              "description": "Tries what is new"
            },
            "plan": {
              "type": "string",
              "enum": [
                "free",
                "pro"
              ],
              "description": "Plan"
            },
            "account": {
              "type": "object",
              "description": "Account",
              "properties": {
                "trial": {
                  "type": "boolean",
                  "description": "Tries what is new"
                }
              },
              "additionalProperties": false
            },
            "groups": {
              "type": "array",
              "description": "Groups",
              "items": {
                "type": "string",
                "description": "A group"
              }
            }
          },
          "additionalProperties": false
        },
        "updatedAt": "2026-01-31T09:00:00.000Z"
      }
    },
    "listSiteAdaptiveTemplateConditions": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/adaptive-schema/template-conditions",
      "status": 200,
      "answer": {
        "items": [
          {
            "description": "Tries what is new",
            "condition": "visitor.claims.unsigned.beta == true"
          },
          {
            "description": "Tries what is new",
            "condition": "visitor.claims.beta == true"
          },
          {
            "description": "Plan: free",
            "condition": "visitor.claims.plan == \"free\""
          },
          {
            "description": "Plan: pro",
            "condition": "visitor.claims.plan == \"pro\""
          },
          {
            "description": "Tries what is new",
            "condition": "visitor.claims.account.trial == true"
          }
        ]
      }
    },
    "getPublishedContentSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/published",
      "status": 200,
      "answer": {
        "object": "published-content-site",
        "site": {
          "object": "site",
          "id": "06g4xr9s0g000000000000001a",
          "type": "basic",
          "title": "Docs",
          "visibility": "public",
          "published": true,
          "siteSpaces": 2,
          "createdAt": "2026-01-31T09:00:00.000Z",
          "adaptiveContent": {
            "enabled": false
          },
          "agentsContext": "included",
          "features": [],
          "urls": {
            "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a",
            "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a",
            "published": "http://lectern.test/sites/06g4xr9s0g000000000000001a/"
          }
        },
        "structure": {
          "type": "siteSpaces",
          "structure": [
            {
              "object": "site-space",
              "id": "06g4xr9s0g0000000000000018",
              "path": "main",
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000t",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "public",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g000000000000001q",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t",
                  "published": "http://lectern.test/sites/06g4xr9s0g000000000000001a/",
                  "public": "http://lectern.test/sites/06g4xr9s0g000000000000001a/"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              },
              "title": "Main",
              "default": true,
              "urls": {
                "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/site-spaces/06g4xr9s0g0000000000000018",
                "published": "http://lectern.test/sites/06g4xr9s0g000000000000001a/"
              }
            },
            {
              "object": "site-space",
              "id": "06g4xr9s0g0000000000000019",
              "path": "second",
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000v",
                "title": "Second",
                "emoji": "1f4d6",
                "visibility": "public",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g0000000000000010",
                "defaultLevel": "read",
                "comments": 0,
                "changeRequests": 0,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 0,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v",
                  "published": "http://lectern.test/sites/06g4xr9s0g000000000000001a/second/",
                  "public": "http://lectern.test/sites/06g4xr9s0g000000000000001a/second/"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              },
              "title": "Second",
              "default": false,
              "urls": {
                "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001a/site-spaces/06g4xr9s0g0000000000000019",
                "published": "http://lectern.test/sites/06g4xr9s0g000000000000001a/second/"
              }
            }
          ]
        }
      }
    },
    "searchSiteContent": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g0000000000000015/search?query=install",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000000o",
            "title": "Main",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001k",
                "title": "Install",
                "path": "guide/install",
                "sections": [
                  {
                    "id": "06g4xr9s0g000000000000001k/0",
                    "title": "Install",
                    "path": "guide/install",
                    "body": "How to install it.",
                    "urls": {
                      "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000o/guide/install"
                    }
                  }
                ],
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000o/guide/install"
                }
              }
            ]
          }
        ]
      }
    },
    "listTranslations": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/translations",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "translation-settings",
            "id": "06g4xr9s0g000000000000000k",
            "title": "Languages",
            "languages": [],
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "permissions": {
              "view": true,
              "edit": true
            },
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g000000000000000k"
            }
          }
        ]
      }
    },
    "createTranslation": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/translations",
      "body": {
        "title": "Romance languages"
      },
      "status": 201,
      "answer": {
        "object": "translation-settings",
        "id": "06g4xr9s0g000000000000003t",
        "title": "Romance languages",
        "languages": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g000000000000003t"
        }
      }
    },
    "getTranslation": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g000000000000000k",
      "status": 200,
      "answer": {
        "object": "translation-settings",
        "id": "06g4xr9s0g000000000000000k",
        "title": "Languages",
        "languages": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g000000000000000k"
        }
      }
    },
    "updateTranslation": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g000000000000000k",
      "body": {
        "title": "Renamed"
      },
      "status": 200,
      "answer": {
        "object": "translation-settings",
        "id": "06g4xr9s0g000000000000000k",
        "title": "Renamed",
        "languages": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g000000000000000k"
        }
      }
    },
    "deleteTranslation": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g000000000000000k",
      "status": 204
    },
    "listOpenAPISpecs": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi",
      "status": 200,
      "answer": {
        "count": 2,
        "items": [
          {
            "object": "openapi-spec",
            "id": "06g4xr9s0g000000000000000l",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "slug": "pets",
            "processingState": "complete",
            "visibility": "private",
            "lastVersion": "06g4xr9s0g000000000000000p",
            "lastProcessedAt": "2026-01-31T09:00:00.000Z",
            "permissions": {
              "view": true,
              "edit": true
            },
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/openapi/pets"
            }
          },
          {
            "object": "openapi-spec",
            "id": "06g4xr9s0g000000000000000n",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "slug": "pending",
            "processingState": "complete",
            "visibility": "private",
            "lastProcessedAt": "2026-01-31T09:00:00.000Z",
            "lastProcessErrorCode": "PARSE_ERROR",
            "permissions": {
              "view": true,
              "edit": true
            },
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pending",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/openapi/pending"
            }
          }
        ]
      }
    },
    "createOpenAPISpec": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi",
      "body": {
        "slug": "made",
        "source": {
          "text": "no specification"
        }
      },
      "status": 201,
      "answer": {
        "object": "openapi-spec",
        "id": "06g4xr9s0g000000000000003u",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "slug": "made",
        "processingState": "pending",
        "visibility": "private",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/made",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/openapi/made"
        }
      }
    },
    "getOpenAPISpecBySlug": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
      "status": 200,
      "answer": {
        "object": "openapi-spec",
        "id": "06g4xr9s0g000000000000000l",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "slug": "pets",
        "processingState": "complete",
        "visibility": "private",
        "lastVersion": "06g4xr9s0g000000000000000p",
        "lastProcessedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/openapi/pets"
        }
      }
    },
    "createOrUpdateOpenAPISpecBySlug": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
      "body": {
        "source": {
          "text": "no specification"
        }
      },
      "status": 200,
      "answer": {
        "object": "openapi-spec",
        "id": "06g4xr9s0g000000000000000l",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "slug": "pets",
        "processingState": "pending",
        "visibility": "private",
        "lastVersion": "06g4xr9s0g000000000000000p",
        "lastProcessedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/openapi/pets"
        }
      }
    },
    "deleteOpenAPISpecBySlug": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
      "status": 204
    },
    "updateOpenAPISpecBySlug": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
      "body": {
        "visibility": "public"
      },
      "status": 200,
      "answer": {
        "object": "openapi-spec",
        "id": "06g4xr9s0g000000000000000l",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "slug": "pets",
        "processingState": "complete",
        "visibility": "public",
        "lastVersion": "06g4xr9s0g000000000000000p",
        "lastProcessedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/openapi/pets",
          "published": "http://lectern.test/openapi/06g4xr9s0g0000000000000009/pets"
        }
      }
    },
    "listOpenAPISpecVersions": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "openapi-spec-version",
            "id": "06g4xr9s0g000000000000000p",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000l/06g4xr9s0g000000000000000p/VNUxp5tdWcLnKwfqUY_BHQ",
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000p"
            }
          }
        ]
      }
    },
    "getLatestOpenAPISpecVersion": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/latest",
      "status": 200,
      "answer": {
        "object": "openapi-spec-version",
        "id": "06g4xr9s0g000000000000000p",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000l/06g4xr9s0g000000000000000p/VNUxp5tdWcLnKwfqUY_BHQ",
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000p"
        }
      }
    },
    "getLatestOpenAPISpecVersionContent": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/latest/content",
      "status": 200,
      "answer": {
        "filesystem": {
          "openapi.json": {
            "openapi": "3.1.0",
            "info": {
              "title": "Pets",
              "version": "1"
            },
            "paths": {
              "/pets": {
                "get": {
                  "tags": [
                    "pets"
                  ],
                  "summary": "List pets",
                  "responses": {
                    "200": {
                      "description": "All"
                    }
                  }
                }
              }
            }
          }
        },
        "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000l/06g4xr9s0g000000000000000p/VNUxp5tdWcLnKwfqUY_BHQ"
      }
    },
    "getOpenAPISpecVersionById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000p",
      "status": 200,
      "answer": {
        "object": "openapi-spec-version",
        "id": "06g4xr9s0g000000000000000p",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000l/06g4xr9s0g000000000000000p/VNUxp5tdWcLnKwfqUY_BHQ",
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000p"
        }
      }
    },
    "getOpenAPISpecVersionContentById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000p/content",
      "status": 200,
      "answer": {
        "filesystem": {
          "openapi.json": {
            "openapi": "3.1.0",
            "info": {
              "title": "Pets",
              "version": "1"
            },
            "paths": {
              "/pets": {
                "get": {
                  "tags": [
                    "pets"
                  ],
                  "summary": "List pets",
                  "responses": {
                    "200": {
                      "description": "All"
                    }
                  }
                }
              }
            }
          }
        },
        "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000l/06g4xr9s0g000000000000000p/VNUxp5tdWcLnKwfqUY_BHQ"
      }
    },
    "importContent": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/import",
      "body": {
        "url": "https://docs.example/guide/",
        "source": "website"
      },
      "status": 201,
      "answer": {
        "revision": "06g4xr9s0g0000000000000043",
        "importedResources": 1,
        "totalResources": 1
      }
    },
    "importContentInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/content/import",
      "body": {
        "url": "https://docs.example/guide/",
        "source": "website"
      },
      "status": 201,
      "answer": {
        "revision": "06g4xr9s0g0000000000000046",
        "importedResources": 1,
        "totalResources": 1
      }
    },
    "getImport": {
      "path": "/v1/imports/06g4xr9s0g0000000000000021",
      "status": 200,
      "answer": {
        "object": "import",
        "id": "06g4xr9s0g0000000000000021",
        "status": "failed",
        "url": "https://nowhere.example/",
        "source": "website",
        "space": "06g4xr9s0g000000000000000t",
        "createdBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "createdAt": "2026-01-31T09:00:00.000Z",
        "endedAt": "2026-01-31T09:00:00.000Z",
        "progress": {
          "found": 0,
          "read": 0
        },
        "error": "url: cannot be reached",
        "problems": [],
        "urls": {
          "location": "http://lectern.test/v1/imports/06g4xr9s0g0000000000000021"
        }
      }
    },
    "cancelImport": {
      "path": "/v1/imports/06g4xr9s0g0000000000000021",
      "status": 204
    },
    "uploadFile": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/uploads?name=hello.txt",
      "status": 201,
      "answer": {
        "object": "upload",
        "id": "06g4xr9s0g0000000000000047",
        "space": "06g4xr9s0g000000000000000t",
        "name": "hello.txt",
        "contentType": "application/json",
        "size": 5,
        "offset": 5,
        "complete": true,
        "hash": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "expiresAt": "2026-02-01T09:00:00.000Z",
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/uploads/06g4xr9s0g0000000000000047"
        }
      }
    },
    "createUpload": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/uploads",
      "status": 201,
      "answer": {
        "object": "upload",
        "id": "06g4xr9s0g0000000000000048",
        "space": "06g4xr9s0g000000000000000t",
        "name": "file",
        "size": 5,
        "offset": 0,
        "complete": false,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "expiresAt": "2026-02-01T09:00:00.000Z",
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/uploads/06g4xr9s0g0000000000000048"
        }
      }
    },
    "getUpload": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/uploads/06g4xr9s0g0000000000000022",
      "status": 200,
      "answer": {
        "object": "upload",
        "id": "06g4xr9s0g0000000000000022",
        "space": "06g4xr9s0g000000000000000t",
        "name": "hello.txt",
        "size": 5,
        "offset": 0,
        "complete": false,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "expiresAt": "2026-02-01T09:00:00.000Z",
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/uploads/06g4xr9s0g0000000000000022"
        }
      }
    },
    "appendToUpload": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/uploads/06g4xr9s0g0000000000000022",
      "status": 204
    },
    "deleteUpload": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/uploads/06g4xr9s0g0000000000000022",
      "status": 204
    },
    "getSpacePDF": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/pdf?page=06g4xr9s0g000000000000001m&only=true",
      "status": 200,
      "answer": {
        "url": "http://lectern.test/pdf/06g4xr9s0g000000000000000o/0cf4488ca9fc66c2050d0c784e69cbba/1769853600000/3422mgESeP87eQSIalfBkA/main.pdf"
      }
    },
    "getChangeRequestPDF": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001r/pdf?page=06g4xr9s0g000000000000001m&only=true",
      "status": 200,
      "answer": {
        "url": "http://lectern.test/pdf/06g4xr9s0g000000000000000o/17f996f58c1a4d8630e60ac6959f37b6/1769853600000/NwdBcwJZpGQHhmByxr90oQ/main.pdf"
      }
    }
  },
  "failures": {
    "400": {
      "error": {
        "code": 400,
        "message": "title: expected at least 2 characters, got 1"
      }
    },
    "401": {
      "error": {
        "code": 401,
        "message": "expected a valid access token in the header Authorization: Bearer <token>"
      }
    },
    "403": {
      "error": {
        "code": 403,
        "message": "this needs the level \"admin\" on the organization"
      }
    },
    "404": {
      "error": {
        "code": 404,
        "message": "space not found"
      }
    },
    "409": {
      "error": {
        "code": 409,
        "message": "the space is not deleted"
      }
    },
    "412": {
      "error": {
        "code": 412,
        "message": "this needs the level \"create\" on the target organization"
      }
    },
    "413": {
      "error": {
        "code": 413,
        "message": "body: expected at most 1048576 bytes"
      }
    },
    "415": {
      "error": {
        "code": 415,
        "message": "body: expected the content type application/offset+octet-stream"
      }
    },
    "429": {
      "error": {
        "code": 429,
        "message": "too many requests, try again in 60 seconds"
      }
    },
    "460": {
      "error": {
        "code": 460,
        "message": "Upload-Checksum: the part has another one"
      }
    },
    "500": {
      "error": {
        "code": 500,
        "message": "the server failed to answer this request"
      }
    },
    "503": {
      "error": {
        "code": 503,
        "message": "storage is away"
      }
    }
  }
}
