/**
 * Answers of Sumsub in the shape that its documentation describes, shortened by what we never read. They were put together
 * from its pages and never came over a line: an account there is the first real proof.
 */

/** In the shape of docs.sumsub.com/reference/get-applicant-data. */
export const documentedApplicant = {
  id: '5b594ade0a975a36c9349e66',
  createdAt: '2020-06-24 05:05:14',
  clientId: 'ClientName',
  inspectionId: '5b594ade0a975a36c9379e67',
  externalUserId: 'SomeExternalUserId',
  fixedInfo: { firstName: 'Chris', lastName: 'Smith' },
  info: {
    firstName: 'CHRISTIAN',
    firstNameEn: 'CHRISTIAN',
    lastName: 'SMITH',
    lastNameEn: 'SMITH',
    dob: '1989-07-16',
    country: 'DEU',
    idDocs: [
      {
        idDocType: 'ID_CARD',
        country: 'DEU',
        firstName: 'CHRISTIAN',
        firstNameEn: 'CHRISTIAN',
        lastName: 'SMITH',
        lastNameEn: 'SMITH',
        validUntil: '2028-09-04',
        number: 'LGXX359T8',
        dob: '1989-07-16',
        mrzLine1: 'IDD<<LGXX359T88<<<<<<<<<<<<<<<',
      },
    ],
  },
  applicantPlatform: 'API',
  review: {
    elapsedSincePendingMs: 115_879,
    elapsedSinceQueuedMs: 95_785,
    reprocessing: true,
    levelName: 'basic-kyc-level',
    createDate: '2020-06-24 05:11:02+0000',
    reviewDate: '2020-06-24 05:12:58+0000',
    reviewResult: { reviewAnswer: 'GREEN' },
    reviewStatus: 'completed',
  },
  lang: 'de',
  type: 'individual',
};

/** In the shape of docs.sumsub.com/reference/get-applicant-verification-steps-status. */
export const documentedSteps = {
  IDENTITY: {
    reviewResult: {
      moderationComment: 'Please upload a photo of the front of your ID card.',
      clientComment: 'Suspected of something that nobody may know',
      reviewAnswer: 'RED',
      rejectLabels: ['FRONT_SIDE_MISSING'],
      reviewRejectType: 'RETRY',
    },
    country: 'LVA',
    idDocType: 'ID_CARD',
    imageIds: [1_473_843_748],
    imageReviewResults: { 1473843748: { reviewAnswer: 'RED', rejectLabels: ['FRONT_SIDE_MISSING'] } },
    forbidden: false,
    stepStatuses: null,
  },
  SELFIE: null,
};

export const documentedRetry = {
  reviewAnswer: 'RED',
  reviewRejectType: 'RETRY',
  rejectLabels: ['FRONT_SIDE_MISSING'],
  clientComment: 'Suspected of something that nobody may know',
};
