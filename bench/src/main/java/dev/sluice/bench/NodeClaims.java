package dev.sluice.bench;

import java.io.IOException;

/// Part `claim-shared`: what `claim` measures, of a node on the servers of a profile, which run on
/// the same cores as the node and the load.
final class NodeClaims {
    private final Lab lab;
    private final Figures figures;
    private final Services services;

    NodeClaims(Lab lab, Figures figures, Services services) {
        this.lab = lab;
        this.figures = figures;
        this.services = services;
    }

    /// The line `claim` has been measured before.
    void measure(Profile profile) throws IOException, InterruptedException {
        double rateMax = figures.rate(Line.CLAIM).orElseThrow();
        var options = lab.options();
        var round = options.warmUpRound().multipliedBy(Warmth.ROUNDS_MAX);
        double claims = 2 * rateMax * options.measured().plus(round).toSeconds();
        lab.say("     starting " + String.join(", ", profile.servers()));
        try (var up = services.up(profile.servers());
                var sluice = lab.startSluice(profile.settings(up))) {
            var crowd = new Crowd(lab, sluice, claims);
            var figure = Rush.measure(crowd, rateMax, profile.line().label()).figure();
            figures.put(profile.line(), figure);
            lab.sayFigure(profile.line(), figure);
        }
    }
}
