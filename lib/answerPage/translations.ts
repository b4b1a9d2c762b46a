/** The answer page's built-in texts. */
export interface PageTexts {
	/** The page's title, and what stands over the answer that was given. */
	title: string;
	yourAnswer: string;
	yes: string;
	no: string;
	submit: string;
	thankYou: string;
	noLongerValid: string;
	notAnAnswer: string;
}

/**
 * The languages of the answer page, by code and with the English name. The page speaks to people everywhere: this
 * file alone has words that are not English. They are polite, and address a man and a woman alike.
 */
export const TRANSLATIONS = {
	ar: {
		name: 'Arabic',
		texts: {
			title: 'لدينا سؤال لكم',
			yourAnswer: 'إجابتكم',
			yes: 'نعم',
			no: 'لا',
			submit: 'إرسال',
			thankYou: 'شكرًا على إجابتكم. يمكنكم إغلاق هذه الصفحة.',
			noLongerValid:
				'لم يعد هذا الرابط صالحًا: تمت الإجابة عن السؤال أو حلّ محله سؤال أحدث. يمكنكم إغلاق هذه الصفحة.',
			notAnAnswer: 'لم تُرسَل إجابتكم. يرجى مراجعتها وإرسالها مرة أخرى.',
		},
	},
	zh: {
		name: 'Chinese (Simplified)',
		texts: {
			title: '想请您回答一个问题',
			yourAnswer: '您的回答',
			yes: '是',
			no: '否',
			submit: '提交',
			thankYou: '感谢您的回答。您可以关闭此页面。',
			noLongerValid: '此链接已失效：该问题已有回答，或已被更新的问题取代。您可以关闭此页面。',
			notAnAnswer: '您的回答未能发送。请检查后重新发送。',
		},
	},
	'zh-Hant': {
		name: 'Chinese (Traditional)',
		texts: {
			title: '想請您回答一個問題',
			yourAnswer: '您的回答',
			yes: '是',
			no: '否',
			submit: '送出',
			thankYou: '感謝您的回答。您可以關閉此頁面。',
			noLongerValid: '此連結已失效：該問題已有回答，或已由較新的問題取代。您可以關閉此頁面。',
			notAnAnswer: '您的回答未能送出。請檢查後重新送出。',
		},
	},
	nl: {
		name: 'Dutch',
		texts: {
			title: 'Een vraag voor u',
			yourAnswer: 'Uw antwoord',
			yes: 'Ja',
			no: 'Nee',
			submit: 'Verzenden',
			thankYou: 'Bedankt voor uw antwoord. U kunt deze pagina sluiten.',
			noLongerValid:
				'Deze link is niet meer geldig: de vraag is al beantwoord of is vervangen door een nieuwere. U kunt deze pagina sluiten.',
			notAnAnswer: 'Uw antwoord is niet verzonden. Controleer het en verzend het opnieuw.',
		},
	},
	en: {
		name: 'English',
		texts: {
			title: 'A question for you',
			yourAnswer: 'Your answer',
			yes: 'Yes',
			no: 'No',
			submit: 'Submit',
			thankYou: 'Thank you for your answer. You can close this page.',
			noLongerValid:
				'This link is no longer valid: the question behind it has been answered, or a newer one has taken its place. You can close this page.',
			notAnAnswer: 'Your answer was not sent. Please check it, and send it again.',
		},
	},
	fr: {
		name: 'French',
		texts: {
			title: 'Une question pour vous',
			yourAnswer: 'Votre réponse',
			yes: 'Oui',
			no: 'Non',
			submit: 'Envoyer',
			thankYou: 'Merci pour votre réponse. Vous pouvez fermer cette page.',
			noLongerValid:
				'Ce lien n’est plus valable\u00a0: la question a déjà reçu une réponse ou a été remplacée par une plus récente. Vous pouvez fermer cette page.',
			notAnAnswer:
				'Votre réponse n’a pas été envoyée. Veuillez la vérifier et l’envoyer à nouveau.',
		},
	},
	de: {
		name: 'German',
		texts: {
			title: 'Eine Frage an Sie',
			yourAnswer: 'Ihre Antwort',
			yes: 'Ja',
			no: 'Nein',
			submit: 'Absenden',
			thankYou: 'Vielen Dank für Ihre Antwort. Sie können diese Seite schließen.',
			noLongerValid:
				'Dieser Link ist nicht mehr gültig: Die Frage wurde bereits beantwortet oder durch eine neuere ersetzt. Sie können diese Seite schließen.',
			notAnAnswer:
				'Ihre Antwort wurde nicht gesendet. Bitte prüfen Sie Ihre Angaben und versuchen Sie es noch einmal.',
		},
	},
	he: {
		name: 'Hebrew',
		texts: {
			title: 'יש לנו שאלה אליכם',
			yourAnswer: 'התשובה שלכם',
			yes: 'כן',
			no: 'לא',
			submit: 'שליחה',
			thankYou: 'תודה על התשובה. אפשר לסגור את הדף.',
			noLongerValid:
				'הקישור אינו תקף עוד: השאלה כבר נענתה או הוחלפה בשאלה חדשה יותר. אפשר לסגור את הדף.',
			notAnAnswer: 'התשובה לא נשלחה. נא לבדוק אותה ולשלוח שוב.',
		},
	},
	hi: {
		name: 'Hindi',
		texts: {
			title: 'आपके लिए एक सवाल',
			yourAnswer: 'आपका जवाब',
			yes: 'हाँ',
			no: 'नहीं',
			submit: 'भेजें',
			thankYou: 'आपके जवाब के लिए धन्यवाद। अब यह पेज बंद किया जा सकता है।',
			noLongerValid:
				'यह लिंक अब मान्य नहीं है: इस सवाल का जवाब दिया जा चुका है या इसकी जगह नया सवाल आ गया है। यह पेज बंद किया जा सकता है।',
			notAnAnswer: 'आपका जवाब नहीं भेजा गया। कृपया उसे जाँचें और फिर से भेजें।',
		},
	},
	id: {
		name: 'Indonesian',
		texts: {
			title: 'Pertanyaan untuk Anda',
			yourAnswer: 'Jawaban Anda',
			yes: 'Ya',
			no: 'Tidak',
			submit: 'Kirim',
			thankYou: 'Terima kasih atas jawaban Anda. Anda dapat menutup halaman ini.',
			noLongerValid:
				'Tautan ini sudah tidak berlaku: pertanyaannya sudah dijawab atau sudah digantikan oleh pertanyaan yang lebih baru. Anda dapat menutup halaman ini.',
			notAnAnswer: 'Jawaban Anda belum terkirim. Silakan periksa dan kirim lagi.',
		},
	},
	it: {
		name: 'Italian',
		texts: {
			title: 'Una domanda per Lei',
			yourAnswer: 'La Sua risposta',
			yes: 'Sì',
			no: 'No',
			submit: 'Invia',
			thankYou: 'Grazie per la Sua risposta. Può chiudere questa pagina.',
			noLongerValid:
				'Questo link non è più valido: la domanda ha già ricevuto una risposta o è stata sostituita da una più recente. Può chiudere questa pagina.',
			notAnAnswer: 'La Sua risposta non è stata inviata. La verifichi e la invii di nuovo.',
		},
	},
	ja: {
		name: 'Japanese',
		texts: {
			title: 'お伺いしたいことがあります',
			yourAnswer: 'ご回答',
			yes: 'はい',
			no: 'いいえ',
			submit: '送信',
			thankYou: 'ご回答ありがとうございました。このページは閉じていただいて結構です。',
			noLongerValid:
				'このリンクは無効になりました。すでに回答済みか、新しい質問に置き換えられています。このページは閉じていただいて結構です。',
			notAnAnswer: '回答は送信されていません。内容をご確認のうえ、もう一度送信してください。',
		},
	},
	pl: {
		name: 'Polish',
		texts: {
			title: 'Mamy pytanie',
			yourAnswer: 'Udzielona odpowiedź',
			yes: 'Tak',
			no: 'Nie',
			submit: 'Wyślij',
			thankYou: 'Dziękujemy za odpowiedź. Można już zamknąć tę stronę.',
			noLongerValid:
				'Ten link stracił ważność: na pytanie udzielono już odpowiedzi lub zastąpiło je nowsze. Można zamknąć tę stronę.',
			notAnAnswer: 'Odpowiedź nie została wysłana. Prosimy ją sprawdzić i wysłać ponownie.',
		},
	},
	pt: {
		name: 'Portuguese',
		texts: {
			title: 'Temos uma pergunta',
			yourAnswer: 'A sua resposta',
			yes: 'Sim',
			no: 'Não',
			submit: 'Enviar',
			thankYou: 'Agradecemos a sua resposta. Pode fechar esta página.',
			noLongerValid:
				'Este link deixou de ser válido: a pergunta já foi respondida ou foi substituída por outra mais recente. Pode fechar esta página.',
			notAnAnswer: 'A sua resposta não foi enviada. Verifique-a e envie novamente.',
		},
	},
	ru: {
		name: 'Russian',
		texts: {
			title: 'У нас к вам вопрос',
			yourAnswer: 'Ваш ответ',
			yes: 'Да',
			no: 'Нет',
			submit: 'Отправить',
			thankYou: 'Спасибо за ответ. Эту страницу можно закрыть.',
			noLongerValid:
				'Эта ссылка больше не действует: на вопрос уже ответили, или вместо него задан новый. Эту страницу можно закрыть.',
			notAnAnswer: 'Ответ не отправлен. Проверьте его и отправьте ещё раз.',
		},
	},
	es: {
		name: 'Spanish',
		texts: {
			title: 'Una pregunta para usted',
			yourAnswer: 'Su respuesta',
			yes: 'Sí',
			no: 'No',
			submit: 'Enviar',
			thankYou: 'Gracias por su respuesta. Ya puede cerrar esta página.',
			noLongerValid:
				'Este enlace ya no es válido: la pregunta ya se ha respondido o hay una más reciente. Puede cerrar esta página.',
			notAnAnswer: 'Su respuesta no se ha enviado. Revísela y vuelva a enviarla.',
		},
	},
	tr: {
		name: 'Turkish',
		texts: {
			title: 'Size bir sorumuz var',
			yourAnswer: 'Yanıtınız',
			yes: 'Evet',
			no: 'Hayır',
			submit: 'Gönder',
			thankYou: 'Yanıtınız için teşekkür ederiz. Bu sayfayı kapatabilirsiniz.',
			noLongerValid:
				'Bu bağlantı artık geçerli değil: Soru zaten yanıtlandı veya yerini daha yeni bir soru aldı. Bu sayfayı kapatabilirsiniz.',
			notAnAnswer: 'Yanıtınız gönderilmedi. Lütfen kontrol edip yeniden gönderin.',
		},
	},
} satisfies Record<string, { name: string; texts: PageTexts }>;

export type Language = keyof typeof TRANSLATIONS;
